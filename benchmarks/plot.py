"""Bars as an SVG file, without a plotting library."""

COLOURS = ["#1f77b4", "#9e9e9e", "#5f6b6d", "#c9a227", "#8d6e63", "#7a9e7e"]


def write_bars(path, title, panels, groups, series):
    """`panels` maps a name to {(series, group): height}; 1 is the dashed line."""
    width, height, left, gap = 40 + 96 * len(groups), 170, 60, 60
    top = max([1.1] + [v for values in panels.values() for v in values.values()]) * 1.05
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + left + 20}" '
           f'height="{70 + len(panels) * (height + gap)}" font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{left}" y="22" font-size="15">{title}</text>']
    for i, name in enumerate(series):
        x = left + i * 140
        out.append(f'<rect x="{x}" y="34" width="12" height="12" fill="{COLOURS[i % len(COLOURS)]}"/>')
        out.append(f'<text x="{x + 17}" y="44">{name}</text>')
    for p, (panel, values) in enumerate(panels.items()):
        base = 70 + p * (height + gap) + height

        def y(value):
            return base - value / top * height

        out.append(f'<text x="8" y="{base - height / 2:.0f}" font-size="14">{panel}</text>')
        for tick in (0.5, 1.0):
            out.append(f'<line x1="{left}" x2="{left + width}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" '
                       'stroke="#999" stroke-dasharray="4 3"/>')
            out.append(f'<text x="{left - 5}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick}</text>')
        out.append(f'<line x1="{left}" x2="{left + width}" y1="{base}" y2="{base}" stroke="black"/>')
        for g, group in enumerate(groups):
            x0 = left + 10 + g * 96
            out.append(f'<text x="{x0 + 38}" y="{base + 16}" text-anchor="middle">{group}</text>')
            for i, name in enumerate(series):
                value = values.get((name, group))
                if value is not None:
                    out.append(f'<rect x="{x0 + i * 15}" y="{y(value):.1f}" width="14" '
                               f'height="{base - y(value):.1f}" fill="{COLOURS[i % len(COLOURS)]}"/>')
    out.append("</svg>")
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")
