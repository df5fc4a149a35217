/* Makes a program say that it has another LLVM. */
void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) {
  if (major)
    *major = 21;
  if (minor)
    *minor = 1;
  if (patch)
    *patch = 0;
}
