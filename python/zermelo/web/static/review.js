// Looking back at a game: the graph of its value, marks for weak moves, luck apart from skill.

import { byId, draw, make, paint } from "./dom.js";
import { query, Stream } from "./stream.js";

const HEIGHT = 90; // and a strip for the marks below
const STRIP = 18;
const NODES = 50_000;

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
    byId("review").textContent = "Review";
    byId("reviewed").hidden = true;
    byId("reviewed").replaceChildren();
  }

  markOf(ply) {
    return this.steps[ply - 1]?.mark ?? "";
  }

  get isRunning() {
    return this.stream !== null;
  }

  /** Looks back with so many positions for every move; the same gives the same marks. */
  begin(view, nodes = NODES) {
    this.forget();
    this.view = view;
    this.nodes = nodes;
    this.total = view.history.length;
    byId("review").textContent = "Stop";
    const place = byId("reviewed");
    place.hidden = false;
    place.textContent = "Looking back…";
    this.stream = new Stream(
      `/plays/${view.id}/review${query({ nodes })}`,
      {
        step: (step) => {
          this.steps[step.ply - 1] = step; // the last one comes first
          place.textContent = `Looking back: ${this.total - step.ply + 1} of ${this.total}`;
          this.#drawGraph();
        },
        review: (found) => {
          this.#end();
          this.#finish(found);
        },
        trouble: ({ error }) => {
          place.textContent = error;
          this.#end();
        },
      },
      () => {
        place.textContent = "This game cannot be looked back at.";
        this.#end();
      },
    );
  }

  #end() {
    this.stream?.close();
    this.stream = null;
    byId("review").textContent = "Review";
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
    const deeper = make("button", { type: "button", className: "quiet" }, "Look again, deeper");
    deeper.addEventListener("click", () => this.begin(this.view, 4 * this.nodes));
    byId("reviewed").replaceChildren(make("ul", { className: "told" }, ...told), make("div", { className: "buttons" }, ...weak.slice(0, 12), deeper));
    this.onMarks();
    this.#drawGraph();
  }

  #x(ply) {
    return (ply / Math.max(1, this.total)) * this.width;
  }

  #y(expected) {
    return HEIGHT - expected * HEIGHT;
  }

  #drawGraph() {
    const place = byId("graph");
    place.hidden = false;
    this.width = Math.max(200, place.clientWidth); // drawn in pixels, so that writing keeps its shape
    const { width } = this;
    const steps = this.steps.filter(Boolean); // from some ply on, while it is still being looked at
    const from = steps[0].ply - 1;
    const points = steps.map((step) => `${this.#x(step.ply).toFixed(1)},${this.#y(step.expected).toFixed(1)}`);
    const line = [`${this.#x(from).toFixed(1)},${this.#y(steps[0].before).toFixed(1)}`, ...points].join(" ");
    const [first, second] = this.view.seats.map((seat, player) => paint(player, seat.player));
    const marks = steps.filter((step) => step.mark).flatMap((step) => {
      const told = `${step.ply}. ${step.action}${step.mark}`;
      const dot = draw("circle", { cx: this.#x(step.ply), cy: this.#y(step.expected), r: 4, class: "dot" }, draw("title", {}, told));
      const word = draw("text", { x: this.#x(step.ply), y: HEIGHT + STRIP - 4, class: "weak", "text-anchor": "middle" }, step.mark, draw("title", {}, told));
      return [dot, word];
    });
    this.here = draw("line", { y1: 0, y2: HEIGHT, class: "here" });
    const drawing = draw(
      "svg",
      { class: "z-picture", viewBox: `-5 0 ${width + 10} ${HEIGHT + STRIP}`, role: "slider", tabindex: 0, "aria-label": "value over the game", "aria-valuemin": 0, "aria-valuemax": this.total, "aria-valuenow": this.ply ?? 0 },
      draw("rect", { x: 0, y: 0, width, height: HEIGHT, class: `ground ${second ?? "fill-dark"}` }),
      draw("polygon", { points: `${this.#x(from).toFixed(1)},${HEIGHT} ${line} ${this.#x(this.total).toFixed(1)},${HEIGHT}`, class: `share ${first}` }),
      draw("line", { x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
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
    place.replaceChildren(make("p", { className: "faint" }, `What ${this.view.seats[0].player} could expect, from 0 to 100 %`), drawing);
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
