// Live analysis: the bar beside the board, the best lines, and the position feature by feature.

import { byId, draw, make, paint } from "./dom.js";
import { ask } from "./api.js";
import { query, Stream } from "./stream.js";

export class Analysis {
  /** `onLine` hears the line to see on the board and how far, `onBest` the best move, `onError` what went wrong. */
  constructor({ onLine, onBest, onError }) {
    Object.assign(this, { onLine, onBest, onError });
    this.stream = null;
    this.place = null;
    byId("analyse").addEventListener("click", () => this.#toggle());
    byId("lines").addEventListener("change", () => this.#begin());
    byId("features-shown").addEventListener("toggle", () => this.#showFeatures());
  }

  get isOn() {
    return byId("analyse").getAttribute("aria-pressed") === "true";
  }

  /** Looks at this place from now on. */
  show(id, ply, line, view, over) {
    const place = JSON.stringify([id, ply, line, view.history[ply - 1]?.text, over]);
    this.line = line;
    if (place === this.place) return;
    this.place = place;
    Object.assign(this, { id, ply, view, over });
    byId("why-told").hidden = true;
    this.#begin();
  }

  stop() {
    this.place = null;
    this.#end();
    byId("analyse").setAttribute("aria-pressed", "false");
    byId("found").hidden = true;
    byId("bar").hidden = true;
    this.onBest(null);
  }

  #toggle() {
    byId("analyse").setAttribute("aria-pressed", String(!this.isOn));
    byId("found").hidden = !this.isOn;
    byId("bar").hidden = true;
    this.onBest(null);
    this.#begin();
  }

  #end() {
    this.stream?.close();
    this.stream = null;
  }

  #begin() {
    this.#end();
    if (!this.isOn || this.place === null) return;
    byId("effort").textContent = this.over ? "The game is over here." : "waiting for a core…";
    byId("best").replaceChildren();
    this.#showFeatures();
    byId("bar").hidden ||= this.over;
    if (this.over) return;
    const { id, ply, line } = this;
    const wanted = query({ ply, line, lines: byId("lines").value });
    this.stream = new Stream(
      `/plays/${id}/analysis${wanted}`,
      {
        analysis: (found) => this.#show(found),
        trouble: ({ error }) => {
          byId("effort").textContent = error;
          this.#end();
        },
      },
      () => {
        // The game is over here, or the server is gone: there is nothing to look for.
        byId("effort").textContent = "nothing to search for here";
        byId("bar").hidden = true;
        this.#end();
      },
    );
  }

  #show(found) {
    if (found.state === "waiting") return;
    const speed = found.seconds > 0 ? found.nodes / found.seconds : 0;
    byId("effort").textContent = [
      `${found.state === "finished" ? "finished at" : ""} depth ${found.depth}${found.seldepth > found.depth ? `/${found.seldepth}` : ""}`.trim(),
      `${found.nodes.toLocaleString("en")} nodes`,
      `${Math.round(speed).toLocaleString("en")}/s`,
      found.method,
    ].join(" · ");
    byId("best").replaceChildren(...found.lines.map((line) => this.#shown(line)));
    this.#showBar(found.lines[0]);
    this.onBest(found.lines[0]?.move ?? null);
    if (found.state === "finished") this.#end();
  }

  #shown({ words, short, value, line }) {
    const moves = line.slice(0, 12).map((move, index) => {
      const button = make("button", { type: "button", className: "step" }, move);
      button.addEventListener("click", () => this.onLine([...this.line, ...line.slice(0, index + 1)], line.slice(index + 1)));
      return button;
    });
    const kind = make("span", { className: `kind ${value.kind}` }, value.kind);
    return make("li", {}, make("div", { className: "worth" }, make("strong", { title: words }, short), make("span", { className: "faint" }, value.kind === "proved" ? words.replace(" (proved)", "") : `for ${value.for}`), kind), make("div", { className: "line" }, ...moves));
  }

  #showBar(best) {
    const bar = byId("bar");
    bar.hidden = best?.expected === null || best === undefined;
    if (bar.hidden) return;
    const part = `${(100 * best.expected).toFixed(0)} %`;
    bar.setAttribute("aria-valuenow", best.expected.toFixed(3));
    bar.setAttribute("aria-valuetext", `${this.view.seats[0].player} ${part}: ${best.words}`);
    bar.title = `${this.view.seats[0].player} can expect ${part}`;
    const share = Math.round(100 * best.expected);
    const colour = (player, y, height) => draw("rect", { class: paint(player, this.view.seats[player].player), x: 0, y, width: 10, height });
    const drawing = draw("svg", { class: "z-picture", viewBox: "0 0 10 100", preserveAspectRatio: "none", "aria-hidden": "true" });
    drawing.append(colour(1, 0, 100 - share), colour(0, 100 - share, share));
    bar.replaceChildren(drawing, make("span", {}, String(share)));
  }

  async #showFeatures() {
    if (!byId("features-shown").open || !this.isOn || this.place === null) return;
    const { place } = this;
    try {
      const { features, evaluation, unit } = await ask(`/plays/${this.id}/at${query({ ply: this.ply, line: this.line })}`);
      if (place !== this.place) return;
      const number = (value) => (value > 0 ? "+" : "") + value.toFixed(unit === null ? 3 : 2);
      const row = (name, worth, how) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { className: "faint" }, how), make("td", {}, worth));
      const told = features.filter(({ weight, amount }) => Math.abs(weight * amount) >= 0.0005);
      told.sort((one, other) => Math.abs(other.weight * other.amount) - Math.abs(one.weight * one.amount));
      const rows = told.map(({ name, weight, amount }) => row(name, number(weight * amount), `${Number(amount.toFixed(3))} × ${Number(weight.toPrecision(3))}`));
      if (features.length === 0) rows.push(row("the game has no opinion", "", ""));
      else rows.push(row(`together, for ${this.view.seats[0].player}${unit ? `, in ${unit}` : ""}`, number(evaluation), ""));
      byId("features").replaceChildren(...rows);
    } catch (error) {
      this.onError(error);
    }
  }
}
