"""A trace as a page to step through: one HTML file, complete in itself, that works offline.

The tree is drawn once; every step shows what the search knows by then. Keys: → and ← step, Home and End jump, space
plays and pauses. It starts paused.
"""

from __future__ import annotations

import json
from html import escape

from zermelo.explain.svg import tree_svg
from zermelo.explain.trace import Event, Trace, show

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%(title)s</title><style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1200px;padding:1rem;background:#fff;color:#1c2733}
@media (prefers-color-scheme:dark){body{background:#0f1720;color:#e6edf3}}
.stage{overflow:auto}.bar{display:flex;gap:.5rem;align-items:center;flex-wrap:wrap;margin:.5rem 0}
button{font:inherit;padding:.3rem .8rem;min-width:2.6rem}input[type=range]{flex:1;min-width:10rem}
#told{min-height:3.2em;font-size:1.1rem;margin:.5rem 0}
.tree .waiting{opacity:.18}svg.running .edge.best{stroke:#8296aa;stroke-width:1}svg.running .cut{display:none}
.tree .here .shape{stroke:#c22f1f;stroke-width:3.5} </style></head><body>
<h1>%(title)s</h1> <div class="stage">%(tree)s</div> <p id="told" role="status" aria-live="polite"></p> <div
class="bar"><button id="first" aria-label="first step">|◀</button><button id="back" aria-label="one step
back">◀</button> <button id="play" aria-label="play or pause">▶ play</button><button id="forward" aria-label="one step
forward">▶</button> <button id="last" aria-label="last step">▶|</button> <input id="slider" type="range" min="0"
max="%(last)d" value="0" aria-label="step"><output id="count"></output></div> <script type="application/json"
id="steps">%(steps)s</script> <script>
"use strict";
const steps = JSON.parse(document.getElementById("steps").textContent);
const get = (id) => document.getElementById(id);
const nodes = new Map([...document.querySelectorAll("[data-node]")].map((g) => [Number(g.dataset.node), g]));
let now = 0, timer = null;
function draw() {
  const values = new Map(), windows = new Map(), entered = new Set();
  const last = now === steps.length - 1;
  document.querySelector(".stage svg").classList.toggle("running", !last);
  for (const step of steps.slice(0, now + 1)) {
    entered.add(step.node);
    if (step.shown !== null) values.set(step.node, step.shown);
    if (step.window !== null) windows.set(step.node, step.window);
  }
  for (const [number, group] of nodes) {
    group.classList.toggle("waiting", !entered.has(number) && !(last && group.classList.contains("pruned")));
    group.classList.toggle("here", number === steps[now].node);
    const text = group.querySelector(".value");
    if (!group.classList.contains("pruned")) text.textContent = values.get(number) ?? "";
    const window = group.querySelector(".window");
    if (window) window.textContent = windows.get(number) ?? "";
  }
  get("told").textContent = steps[now].told;
  get("slider").value = now;
  get("count").textContent = `${now + 1} of ${steps.length}`;
}
function go(step) { now = Math.max(0, Math.min(steps.length - 1, step)); draw(); if (now === steps.length - 1)
pause(); } function pause() { clearInterval(timer); timer = null; get("play").textContent = "▶ play"; } function
play() {
  if (timer) { pause(); return; }
  if (now === steps.length - 1) go(0);
  timer = setInterval(() => go(now + 1), 900); get("play").textContent = "⏸ pause";
}
get("first").onclick = () => go(0); get("back").onclick = () => go(now - 1); get("forward").onclick = () => go(now + 1);
get("last").onclick = () => go(steps.length - 1); get("play").onclick = play;
get("slider").oninput = (event) => go(Number(event.target.value));
document.addEventListener("keydown", (event) => {
  const act = {
    ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1),
    Home: () => go(0), End: () => go(steps.length - 1), " ": play,
  }[event.key];
  if (act && event.target.tagName !== "BUTTON" && event.target.tagName !== "INPUT") { event.preventDefault(); act(); }
});
draw();
</script></body></html>
"""


def stepper_html(trace: Trace) -> str:
    """The trace as a page to step through."""
    steps = [_step(trace, event) for event in trace.events]
    return PAGE % {
        "title": escape(f"{trace.method}, step by step"),
        "tree": tree_svg(trace, most=len(trace.nodes)),
        "last": len(steps) - 1,
        # In a script element only "<" could end the data; as an escape it cannot.
        "steps": json.dumps(steps, ensure_ascii=False).replace("<", "\\u003c"),
    }


def _step(trace: Trace, event: Event) -> dict[str, object]:
    """What a step shows: the node, its value so far, its window, and a sentence."""
    node = trace.nodes[event.node]
    where = "/".join(node.path) or "the root"
    child = "/".join(trace.nodes[event.child].path) if event.child is not None else ""
    bounds = f"({show(event.window[0])}, {show(event.window[1])})"
    pruning = trace.method == "alpha-beta"
    told = {
        "enter": f"Look at {where}" + (f" with the window {bounds}." if pruning else "."),
        "return": f"{child} is done: {where} is worth {show(event.value)} so far.",
        "narrow": f"The window at {where} becomes {bounds}.",
        "cut": f"Cut-off at {where} after {child}: {node.reason}.",
        "leave": f"{where}: {node.reason}.",
    }[event.kind]
    sign = {"at most": "≤", "at least": "≥", "estimate": "≈"}.get(node.kind, "") if event.kind == "leave" else ""
    return {
        "node": event.node,
        "shown": None if event.value is None else f"{sign}{show(event.value)}",
        "window": bounds if pruning and not node.is_leaf else None,
        "told": told,
    }
