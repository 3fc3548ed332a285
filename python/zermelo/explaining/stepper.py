"""A trace as a page to step through: one HTML file, complete in itself, that works offline.

The tree is drawn once; every step shows what the search knows by then. Keys: → and ← step, Home and End jump, space
plays and pauses. It starts paused.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from html import escape
from pathlib import Path

from zermelo.explaining.steps import steps
from zermelo.explaining.svg import LEGEND, Drawing, document, summary
from zermelo.explaining.trace import Trace

MOST_NODES = 600
"""A tree with more nodes is folded."""
SCRIPT = Path(__file__).with_name("stepper.js")

STYLE = """.step-bar{display:flex;gap:.5rem;align-items:center;flex-wrap:wrap;margin:.5rem 0}
.step-bar button{font:inherit;padding:.3rem .8rem;min-width:2.6rem}.step-slider{flex:1;min-width:10rem}
.step-told{min-height:3.2em;font-size:1.15rem;margin:.5rem 0}.step-keys{color:#6b7c8d}
svg.running .edge.best{stroke:#8296aa;stroke-width:1}svg.running .cut.later{display:none}
"""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%(title)s</title><style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1400px;padding:1rem;background:#fff;color:#1c2733}
h1{font-size:1.3rem;margin:0 0 .5rem}
@media (prefers-color-scheme:dark){body{background:#0f1720;color:#e6edf3}}
.stage{overflow:auto;text-align:center}.stage svg{max-width:100%%;max-height:70vh;height:auto}
%(style)s</style></head><body>
<h1>%(title)s</h1>
<p>%(summary)s</p>
<div class="stage">%(tree)s</div>
<p><small>%(legend)s</small></p>
<script type="application/json" id="steps">%(steps)s</script>
<script type="module">
%(script)s
const stepping = stepper(document.body, JSON.parse(document.getElementById("steps").textContent));
document.addEventListener("keydown", stepping.key);
</script></body></html>
"""


def stepper_html(trace: Trace) -> str:
    """The trace as a page to step through; of a large tree, the nodes that its picture shows."""
    drawing = Drawing(trace, MOST_NODES)
    shown = [asdict(step) for step in steps(trace) if step.node in drawing.places]
    return PAGE % {
        "title": escape(f"{trace.method}, step by step"),
        "summary": escape(summary(trace)),
        "legend": escape(LEGEND),
        "tree": document(drawing.width, drawing.height, summary(trace), drawing.body()),
        "style": STYLE,
        "script": SCRIPT.read_text(encoding="utf-8"),
        # In a script element only "<" could end the data; as an escape it cannot.
        "steps": json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c"),
    }
