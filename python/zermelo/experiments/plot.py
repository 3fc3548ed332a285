"""A small plotter: lines and points with error bars as SVG, in light and dark, complete in itself.

Marks differ in shape as well as in colour, so that a print in black and white can be read too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT = 460, 340
"""Of the axes of one panel, in pixels."""
LEFT, TOP, BOTTOM, GAP = 70, 64, 58, 30
"""Room for the labels: left of a panel, above it, below it, and right of it."""
LETTER = 7.2
"""The width of a letter of the legend, about."""
LINE = 22
"""Between the lines of the legend."""

COLOURS = (
    ("#0067b1", "#5eb3f6"),
    ("#c44500", "#ff9a5c"),
    ("#00795a", "#3fd0a4"),
    ("#a5317f", "#f08bd0"),
    ("#7a6000", "#e3c34a"),
    ("#4d5a66", "#b4c0cb"),
)
"""Each for light and for dark paper."""

STYLE = """
.plot{font:14px system-ui,sans-serif;fill:#1c2733}.plot .paper{fill:#fff}
.plot .title{font-size:17px;font-weight:600}.plot .panel{font-weight:600}
.plot .axis{stroke:#33475b;fill:none}.plot .grid{stroke:#e1e7ed;fill:none}.plot .tick{font-size:12px;fill:#42566a}
.plot .line{fill:none;stroke-width:2}.plot .bar{fill:none;stroke-width:1.3}
.plot .guide{fill:none;stroke:#77889a;stroke-width:1.5;stroke-dasharray:6 5}
@media (prefers-color-scheme:dark){.plot{fill:#e6edf3}.plot .paper{fill:#0f1720}.plot .axis{stroke:#a9bccd}
.plot .grid{stroke:#24313d}.plot .tick{fill:#b6c6d5}.plot .guide{stroke:#8698aa}}
""".strip()


@dataclass(frozen=True)
class Series:
    """Points that belong together."""

    name: str
    """For the legend; series of the same name look the same and stand in it once."""
    points: tuple[tuple[float, float], ...]
    errors: tuple[float, ...] = ()
    """Half the length of the error bar of each point."""
    guide: bool = False
    """A dashed line without marks, to compare with; its name stands at its end."""


@dataclass(frozen=True)
class Panel:
    """One pair of axes."""

    series: tuple[Series, ...]
    title: str = ""


def plot(
    panels: Sequence[Panel], *, title: str, x: str, y: str, x_log: bool = False, y_log: bool = False, wide: float = 1.0
) -> str:
    """Draws panels side by side with one legend below.

    Args:
        panels: What to draw; all have the same axes.
        title: Above everything.
        x: What the horizontal axis shows.
        y: What the vertical axis shows.
        x_log: Powers at equal distances on the horizontal axis.
        y_log: Powers at equal distances on the vertical axis.
        wide: The width of a panel, in usual widths.
    """
    return _Drawing(panels, (x, y), (x_log, y_log), wide).svg(title)


class _Axis:
    """From numbers to pixels, and the numbers to write beside it."""

    def __init__(self, numbers: Sequence[float], logarithmic: bool, length: float) -> None:
        self.logarithmic = logarithmic
        self.length = length
        low, high = min(numbers), max(numbers)
        if logarithmic:
            self.ticks = self.powers(low, high)
            margin = 1.15
            self.low, self.high = log10(min(low / margin, self.ticks[0])), log10(max(high * margin, self.ticks[-1]))
        else:
            step = self.step(high - low)
            first = floor(low / step + 1e-9)
            self.ticks = [step * i for i in range(first, ceil(high / step - 1e-9) + 1)]
            self.low, self.high = self.ticks[0], self.ticks[-1]
            if self.low == self.high:
                self.low, self.high = self.low - step, self.high + step

    @staticmethod
    def powers(low: float, high: float) -> list[float]:
        """Powers of ten, or of two where there would be too few."""
        base = 10.0 if high / low >= 1000 else 2.0
        first, last = (floor(log10(number) / log10(base) + 1e-9) for number in (low, high))
        skip = 1 + (last - first) // 9
        return [base**power for power in range(first, last + 1, skip)]

    @staticmethod
    def step(span: float) -> float:
        """A round distance between ticks, so that there are about six."""
        rough = (span or 1.0) / 6
        size = 10.0 ** floor(log10(rough))
        return next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * 0.999)

    def at(self, number: float) -> float:
        place = log10(number) if self.logarithmic else number
        return (place - self.low) / (self.high - self.low) * self.length

    def label(self, number: float) -> str:
        power = log10(number) if self.logarithmic else 0.0
        if self.logarithmic and abs(power) >= 4 and abs(power - round(power)) < 1e-9:
            return "10" + str(round(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        if self.logarithmic and number < 1:
            return f"1/{round(1 / number)}"
        return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.4g}"


class _Drawing:
    def __init__(
        self, panels: Sequence[Panel], labels: tuple[str, str], logarithmic: tuple[bool, bool], wide: float
    ) -> None:
        self.panels = panels
        self.labels = labels
        self.width = WIDTH * wide
        series = [one for panel in panels for one in panel.series]
        across = [x for one in series for x, _ in one.points]
        down = [end for one in series for end in self.ends(one)]
        if logarithmic[1]:
            down = [end for end in down if end > 0]
        self.x = _Axis(across, logarithmic[0], self.width)
        self.y = _Axis(down, logarithmic[1], HEIGHT)
        self.names = list(dict.fromkeys(one.name for one in series if not one.guide))

    @staticmethod
    def ends(series: Series) -> list[float]:
        errors = series.errors or (0.0,) * len(series.points)
        return [end for (_, y), e in zip(series.points, errors, strict=True) for end in (y - e, y, y + e)]

    def svg(self, title: str) -> str:
        width = (LEFT + self.width + GAP) * len(self.panels)
        legend, lines = self.legend(width)
        height = TOP + HEIGHT + BOTTOM + lines * LINE + 8
        colours = "".join(self.rule(index, light) for index, (light, _) in enumerate(COLOURS))
        dark = "".join(self.rule(index, dark) for index, (_, dark) in enumerate(COLOURS))
        style = f"{STYLE}\n{colours}\n@media (prefers-color-scheme:dark){{{dark}}}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" class="plot" role="img" aria-label={quoteattr(title)}>'
            f"<title>{escape(title)}</title><style>{style}</style>",
            f'<rect class="paper" width="{width:.0f}" height="{height:.0f}"/>',
            f'<text class="title" x="{LEFT}" y="26">{escape(title)}</text>',
        ]
        for index, panel in enumerate(self.panels):
            left = LEFT + index * (LEFT + self.width + GAP)
            parts.append(f'<g transform="translate({left:.1f} {TOP})">{self.panel(panel)}</g>')
        return "\n".join([*parts, f'<g transform="translate(0 {TOP + HEIGHT + BOTTOM})">{legend}</g>', "</svg>"])

    @staticmethod
    def rule(index: int, colour: str) -> str:
        return f".plot .s{index}{{stroke:{colour}}}.plot .m{index}{{fill:{colour}}}"

    def panel(self, panel: Panel) -> str:
        parts = [f'<text class="panel" x="0" y="-12">{escape(panel.title)}</text>'] if panel.title else []
        for tick in self.x.ticks:
            x = self.x.at(tick)
            parts.append(f'<path class="grid" d="M{x:.1f} 0V{HEIGHT}"/>')
            parts.append(
                f'<text class="tick" text-anchor="middle" x="{x:.1f}" y="{HEIGHT + 18}">{self.x.label(tick)}</text>'
            )
        for tick in self.y.ticks:
            y = HEIGHT - self.y.at(tick)
            parts.append(f'<path class="grid" d="M0 {y:.1f}H{self.width:.1f}"/>')
            parts.append(f'<text class="tick" text-anchor="end" x="-8" y="{y + 4:.1f}">{self.y.label(tick)}</text>')
        parts += [
            f'<path class="axis" d="M0 0V{HEIGHT}H{self.width:.1f}"/>',
            f'<text text-anchor="middle" x="{self.width / 2:.1f}" y="{HEIGHT + 40}">{escape(self.labels[0])}</text>',
            f'<text text-anchor="middle" transform="translate(-52 {HEIGHT / 2}) rotate(-90)">'
            f"{escape(self.labels[1])}</text>",
        ]
        for guides in (True, False):  # what was measured lies above what it is compared with
            parts += [self.series(one) for one in panel.series if one.guide == guides]
        return "".join(parts)

    def series(self, series: Series) -> str:
        places = [(self.x.at(x), HEIGHT - self.y.at(y)) for x, y in series.points]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        if series.guide:
            x, y = places[-1]
            return (
                f'<path class="guide" d="{path}"/>'
                f'<text class="tick" x="{x + 6:.1f}" y="{y + 5:.1f}">{escape(series.name)}</text>'
            )
        style = self.names.index(series.name) % len(COLOURS)
        parts = [f'<path class="line s{style}" d="{path}"/>']
        for (_, y), error, (x, _) in zip(series.points, series.errors, places, strict=False):
            low = max(y - error, 10**self.y.low) if self.y.logarithmic else y - error
            top, bottom = HEIGHT - self.y.at(y + error), HEIGHT - self.y.at(low)
            parts.append(f'<path class="bar s{style}" d="M{x - 3:.1f} {top:.1f}h6m-3 0V{bottom:.1f}m-3 0h6"/>')
        parts += [mark(style, x, y) for x, y in places]
        return "".join(parts)

    def legend(self, width: float) -> tuple[str, int]:
        """The legend, and how many lines it has."""
        parts = []
        x, line = float(LEFT), 0
        for index, name in enumerate(self.names):
            style = index % len(COLOURS)
            room = 46 + len(name) * LETTER
            if x > LEFT and x + room > width - GAP:
                x, line = float(LEFT), line + 1
            y = line * LINE + 10
            parts.append(f'<path class="line s{style}" d="M{x:.1f} {y}h28"/>{mark(style, x + 14, y)}')
            parts.append(f'<text x="{x + 35:.1f}" y="{y + 5}">{escape(name)}</text>')
            x += room + 12
        return "".join(parts), line + 1


def mark(style: int, x: float, y: float) -> str:
    """A small shape in its colour: ring, square, triangle, diamond, triangle on its tip, cross.

    The ring is wider than the others, so that it is seen where two points coincide.
    """
    if style == 0:
        return f'<circle class="line s0" cx="{x:.1f}" cy="{y:.1f}" r="6"/>'
    shape = (
        f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        f"M{x:.1f} {y - 5.5:.1f}l5 9h-10z",
        f"M{x:.1f} {y - 6:.1f}l5.5 6l-5.5 6l-5.5 -6z",
        f"M{x:.1f} {y + 5.5:.1f}l5 -9h-10z",
        f"M{x - 1.5:.1f} {y - 5:.1f}h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
    )[style - 1]
    return f'<path class="m{style}" d="{shape}"/>'
