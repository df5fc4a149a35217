// The precompiled header needs one file to be built for.
