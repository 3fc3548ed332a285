// Looking back at a game: the graph of its value, marks for weak moves, luck apart from skill.

import { byId, make } from "./dom.js";
import { query, Stream } from "./stream.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 600;
const HEIGHT = 90;

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export class Review {
  /** `onPly` hears which ply shall be seen, `onTask` which move to do better, `onMarks` that there are new marks. */
  constructor({ onPly, onTask, onMarks, onError }) {
    Object.assign(this, { onPly, onTask, onMarks, onError });
    this.steps = [];
    this.stream = null;
  }

  forget() {
    this.stream?.close();
    this.stream = null;
    this.steps = [];
    byId("graph").hidden = true;
    byId("reviewed").hidden = true;
    byId("reviewed").replaceChildren();
  }

  markOf(ply) {
    return this.steps[ply - 1]?.mark ?? "";
  }

  begin(view) {
    this.forget();
    this.view = view;
    this.total = view.history.length;
    const place = byId("reviewed");
    place.hidden = false;
    place.textContent = "Looking back…";
    this.stream = new Stream(
      `/plays/${view.id}/review${query({ seconds: 0.1 })}`,
      {
        step: (step) => {
          this.steps.push(step);
          place.textContent = `Looking back: ${this.steps.length} of ${this.total}`;
          this.#drawGraph();
        },
        review: (found) => {
          this.#finish(found);
          this.stream.close();
        },
        trouble: ({ error }) => {
          place.textContent = error;
          this.stream.close();
        },
      },
      () => {
        place.textContent = "This game cannot be looked back at.";
        this.stream?.close();
      },
    );
  }

  #finish({ lost, luck, unit }) {
    const { seats } = this.view;
    const number = (value) => `${value.toFixed(2)}${unit ? ` ${unit}` : ""}`;
    const dice = this.steps.some((step) => step.actor < 0);
    const told = seats.map((seat, player) => {
      const weak = this.steps.filter((step) => step.actor === player && step.mark).length;
      const lucky = dice ? `, luck ${luck[player] > 0 ? "+" : ""}${number(luck[player])}` : "";
      return make("li", {}, `${seat.player}: gave away ${number(lost[player])} in ${weak} weak move${weak === 1 ? "" : "s"}${lucky}`);
    });
    const weak = this.steps.filter((step) => step.mark && seats[step.actor]).map((step) => {
      const name = `${step.ply}. ${step.action}${step.mark}`;
      const button = make("button", { type: "button" }, `Do better: ${name}`);
      button.addEventListener("click", () => this.onTask(step));
      return button;
    });
    byId("reviewed").replaceChildren(make("ul", { className: "told" }, ...told), make("div", { className: "buttons" }, ...weak.slice(0, 12)));
    this.onMarks();
    this.#drawGraph();
  }

  #x(ply) {
    return (ply / Math.max(1, this.total)) * WIDTH;
  }

  #y(expected) {
    return HEIGHT - expected * HEIGHT;
  }

  #drawGraph() {
    const place = byId("graph");
    place.hidden = false;
    const points = this.steps.map((step) => `${this.#x(step.ply).toFixed(1)},${this.#y(step.expected).toFixed(1)}`);
    const first = this.steps[0];
    const start = this.#y(first ? (first.value === first.after ? first.expected : 0.5) : 0.5).toFixed(1);
    const line = [`0,${start}`, ...points].join(" ");
    const last = this.#x(this.steps.length).toFixed(1);
    const marks = this.steps
      .filter((step) => step.mark)
      .map((step) => draw("text", { x: this.#x(step.ply), y: Math.max(12, this.#y(step.expected) - 4), class: "weak", "text-anchor": "middle" }, step.mark));
    this.here = draw("line", { y1: 0, y2: HEIGHT, class: "here" });
    const drawing = draw(
      "svg",
      { viewBox: `-4 0 ${WIDTH + 8} ${HEIGHT}`, preserveAspectRatio: "none", role: "slider", tabindex: 0, "aria-label": "value over the game", "aria-valuemin": 0, "aria-valuemax": this.total, "aria-valuenow": this.ply ?? 0 },
      draw("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "ground" }),
      draw("polygon", { points: `0,${HEIGHT} ${line} ${last},${HEIGHT}`, class: "share" }),
      draw("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
      draw("polyline", { points: line, class: "curve" }),
      this.here,
      ...marks,
    );
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      this.onPly(Math.round(((event.clientX - box.left) / box.width) * this.total));
    });
    drawing.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (way === undefined) return;
      event.preventDefault();
      this.onPly(Math.min(this.total, Math.max(0, (this.ply ?? this.total) + way)));
    });
    const focused = place.contains(document.activeElement);
    place.replaceChildren(make("p", { className: "faint" }, `${this.view.seats[0].player} above`), drawing);
    if (focused) drawing.focus();
    this.mark(this.ply);
  }

  /** Shows in the graph which ply is looked at. */
  mark(ply) {
    this.ply = ply;
    if (this.steps.length === 0 || this.here === undefined || ply === undefined) return;
    this.here.setAttribute("x1", this.#x(ply));
    this.here.setAttribute("x2", this.#x(ply));
    this.here.ownerSVGElement?.setAttribute("aria-valuenow", ply);
  }
}
