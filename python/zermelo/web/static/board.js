// The board: shows the server's picture, marks what can be clicked, and reports clicks.

const KEYS = new Set(["Enter", " "]);
const FAR = 6; // pixels that a pointer moves before it drags

export class Board {
  /** `onPick` hears the site of every shape that is clicked. */
  constructor(place, onPick) {
    this.place = place;
    this.onPick = onPick;
    this.targets = new Set();
    place.addEventListener("click", (event) => this.#clicked(event));
    place.addEventListener("keydown", (event) => this.#typed(event));
    place.addEventListener("pointerdown", (event) => this.#grab(event));
    place.addEventListener("pointermove", (event) => this.#drag(event));
    place.addEventListener("pointerup", (event) => this.#drop(event));
    place.addEventListener("pointercancel", () => this.#release());
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
    this.place.replaceChildren(drawing);
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
    this.halos = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.halos.setAttribute("class", "z-halos");
    for (const shape of this.place.querySelectorAll("[data-site]")) {
      const site = shape.dataset.site;
      const active = targets.has(site) || picked.includes(site);
      shape.classList.toggle("z-target", targets.has(site));
      shape.setAttribute("aria-disabled", String(!active));
      // Of several shapes with the same meaning, one is enough for the keyboard.
      if (active && !reachable.has(site)) shape.setAttribute("tabindex", "0");
      else shape.removeAttribute("tabindex");
      if (active) {
        reachable.add(site);
        this.#halo(shape, picked.includes(site));
      }
    }
    this.place.firstElementChild?.append(this.halos);
    if (this.focused !== null) this.#refocus();
  }

  /** An outline on top of everything, because neighbours cover the edges of a shape. */
  #halo(shape, picked) {
    const body = shape.querySelector(".z-body");
    if (body === null) return;
    const halo = body.cloneNode();
    halo.setAttribute("class", picked ? "z-halo z-picked" : "z-halo");
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
      held.ghost = held.piece.cloneNode(true);
      held.ghost.classList.add("z-dragged");
      held.ghost.removeAttribute("data-site");
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
