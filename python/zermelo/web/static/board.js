// The board: shows the server's picture, marks what can be clicked, and reports clicks.

import { draw } from "./dom.js";

const KEYS = new Set(["Enter", " "]);
const FAR = 6; // pixels that a pointer moves before it drags

export class Board {
  /** `onPick` hears the site of every shape that is clicked. */
  constructor(place, onPick) {
    this.place = place;
    this.onPick = onPick;
    this.targets = new Set();
    this.advice = null; // the sites of a move to point at
    place.addEventListener("click", (event) => this.#clicked(event));
    place.addEventListener("keydown", (event) => this.#typed(event));
    place.addEventListener("pointerdown", (event) => this.#grab(event));
    place.addEventListener("pointermove", (event) => this.#drag(event));
    place.addEventListener("pointerup", (event) => this.#drop(event));
    place.addEventListener("pointercancel", () => this.#release());
    // A finger that holds a piece drags it instead of scrolling the page.
    place.addEventListener("touchmove", (event) => this.held?.piece && event.preventDefault(), { passive: false });
    place.addEventListener("pointerover", (event) => this.#hovered(event));
    place.addEventListener("pointerleave", () => this.#hover(null));
  }

  /** Replaces the picture; dice that show something else than before tumble, if they were rolled. */
  draw(picture, label, rolled = false) {
    const dice = [...this.place.querySelectorAll(".z-die")].map((die) => die.outerHTML);
    this.#release();
    this.focused = this.place.contains(document.activeElement) ? (this.#site(document.activeElement) ?? "") : null;
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml");
    const drawing = document.importNode(parsed.documentElement, true);
    drawing.setAttribute("aria-label", label);
    const { width, height } = drawing.viewBox.baseVal;
    this.place.style.setProperty("--shape", width / height);
    this.place.replaceChildren(drawing);
    this.advice = null;
    if (rolled && dice.length > 0) {
      for (const [index, die] of [...drawing.querySelectorAll(".z-die")].entries()) {
        if (die.outerHTML !== dice[index]) die.classList.add("z-rolled");
      }
    }
    this.mark(new Set(), []);
  }

  /** Marks the sites that can be picked next and those picked already. */
  mark(targets, picked) {
    this.targets = targets;
    const reachable = new Set();
    this.halos?.remove();
    this.halos = draw("g", { class: "z-halos" });
    const shapes = [...this.place.querySelectorAll("[data-site]")];
    const count = Map.groupBy(shapes, (shape) => shape.dataset.site);
    for (const shape of shapes) {
      const site = shape.dataset.site;
      const active = targets.has(site) || picked.includes(site);
      shape.classList.toggle("z-target", targets.has(site));
      shape.setAttribute("aria-disabled", String(!active));
      // Of several shapes with the same meaning, one is enough for the keyboard.
      if (active && !reachable.has(site)) shape.setAttribute("tabindex", "0");
      else shape.removeAttribute("tabindex");
      if (active) {
        reachable.add(site);
        this.#halo(shape, picked.includes(site), count.get(site).length > 1);
      }
    }
    this.place.firstElementChild?.append(this.halos);
    this.#point();
    if (this.focused !== null) this.#refocus();
  }

  /** Points at a move, given by its sites, until the picture changes; null points at nothing. */
  advise(sites) {
    this.advice = sites;
    this.#point();
  }

  /** From the first site to the second an arrow, at a single site a ring. */
  #point() {
    this.halos?.querySelector(".z-advice")?.remove();
    if (!this.advice?.length) return;
    const centre = (site) => {
      const box = [...this.place.querySelectorAll("[data-site]")].find((shape) => shape.dataset.site === site)?.getBBox();
      return box && { x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) };
    };
    const [from, to] = this.advice.map(centre);
    if (!from) return;
    const advice = draw("g", { class: "z-advice" });
    if (to) {
      const [right, down] = [to.x - from.x, to.y - from.y];
      const far = Math.hypot(right, down) || 1;
      const size = Math.max(14, Math.min(from.size, to.size) * 0.22);
      const at = (along, aside) => `${from.x + (right * along - down * aside) / far},${from.y + (down * along + right * aside) / far}`;
      const neck = Math.max(far - 1.6 * size, 0);
      advice.append(draw("polygon", { points: [at(0, size / 3), at(neck, size / 3), at(neck, size), at(far, 0), at(neck, -size), at(neck, -size / 3), at(0, -size / 3)].join(" ") }));
    } else {
      advice.append(draw("circle", { cx: from.x, cy: from.y, r: from.size * 0.42, class: "z-ring" }));
    }
    this.halos.append(advice);
  }

  /** An outline on top of everything, because neighbours cover the edges of a shape; only under the pointer where many mean the same. */
  #halo(shape, picked, many) {
    const body = shape.querySelector(".z-body");
    if (body === null) return;
    const halo = body.cloneNode();
    halo.setAttribute("class", `z-halo${picked ? " z-picked" : ""}${many ? " z-many" : ""}`);
    halo.dataset.halo = shape.dataset.site;
    if (body.tagName === "rect") {
      // Inside the edge, so that neighbours do not share it.
      for (const side of ["x", "y"]) halo.setAttribute(side, Number(body.getAttribute(side)) + 4);
      for (const side of ["width", "height"]) halo.setAttribute(side, Math.max(Number(body.getAttribute(side)) - 8, 0));
    } else {
      halo.setAttribute("r", Number(body.getAttribute("r")) + 3);
    }
    this.halos.append(halo);
  }

  /** After a redraw the keyboard stays where it was, or close by. */
  #refocus() {
    const shapes = [...this.place.querySelectorAll("[tabindex]")];
    (shapes.find((shape) => shape.dataset.site === this.focused) ?? shapes[0] ?? this.place).focus({ preventScroll: true });
    if (shapes.length > 0) this.focused = null;
  }

  #site(element) {
    return element.closest?.("[data-site]")?.dataset.site;
  }

  /** What a point means. Shapes lie on top of each other: what can be clicked wins over what cannot. */
  #under(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((element) => this.#site(element));
    return under.find((name) => this.targets.has(name)) ?? under.find((name) => name !== undefined);
  }

  #clicked(event) {
    if (this.dragged) {
      this.dragged = false; // the click that ends a drag
      return;
    }
    const site = this.#under(event);
    if (site !== undefined) this.onPick(site);
  }

  // Dragging: a press on what can be picked, a move, and a release over where it goes are two clicks.

  #grab(event) {
    this.dragged = false;
    const site = event.button === 0 ? this.#under(event) : undefined;
    if (site === undefined || !this.targets.has(site)) return;
    const piece = [...this.place.querySelectorAll(".z-shape.z-chessman, .z-shape.z-disc")].findLast((shape) => {
      const box = shape.getBoundingClientRect();
      return box.left <= event.clientX && event.clientX <= box.right && box.top <= event.clientY && event.clientY <= box.bottom;
    });
    this.held = { site, piece: piece ?? null, x: event.clientX, y: event.clientY, moving: false };
  }

  #drag(event) {
    const { held } = this;
    if (!held) return;
    const [right, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving) {
      if (Math.hypot(right, down) < FAR || held.piece === null) return;
      held.moving = true;
      this.place.setPointerCapture?.(event.pointerId);
      this.onPick(held.site);
      // In a group of its own: a flipped board turns the piece by a transform in the style.
      held.ghost = draw("g", { class: "z-dragged" }, held.piece.cloneNode(true));
      held.ghost.firstElementChild.removeAttribute("data-site");
      held.piece.classList.add("z-lifted");
      held.piece.ownerSVGElement?.append(held.ghost);
    }
    const scale = held.piece.ownerSVGElement?.getScreenCTM()?.a ?? 1; // negative when the board is flipped
    held.ghost.setAttribute("transform", `translate(${right / scale} ${down / scale})`);
  }

  #drop(event) {
    const { held } = this;
    if (!held?.moving) {
      this.held = null;
      return;
    }
    this.#release();
    this.dragged = true;
    setTimeout(() => (this.dragged = false), 0);
    const site = this.#under(event);
    if (site !== undefined && site !== held.site && this.targets.has(site)) this.onPick(site);
  }

  #release() {
    this.held?.ghost?.remove();
    this.held?.piece?.classList.remove("z-lifted");
    this.held = null;
  }

  #typed(event) {
    const site = this.#site(event.target);
    if (site === undefined || !KEYS.has(event.key)) return;
    event.preventDefault();
    this.onPick(site);
  }

  #hovered(event) {
    const site = this.#site(event.target);
    this.#hover(this.targets.has(site) ? site : null);
  }

  #hover(site) {
    for (const halo of this.place.querySelectorAll(".z-halo")) {
      halo.classList.toggle("z-hot", halo.dataset.halo === site);
    }
  }
}
