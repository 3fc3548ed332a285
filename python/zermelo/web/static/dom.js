// Making elements. Text from games goes through here as text, never as markup.

/** An element with properties, attributes (names with a dash, and role) and children; strings become text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Shows what went wrong where it is seen; null takes it away. */
export function showError(error) {
  byId("error").hidden = error === null;
  byId("error").textContent = error === null ? "" : error.message;
  if (error !== null) byId("error").scrollIntoView({ block: "nearest" });
}

/** A disc in a player's colour, as pictures have it; players called white and black have theirs. */
export function chip(player, called = "") {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("class", "z-picture chip");
  drawing.setAttribute("viewBox", "0 0 20 20");
  drawing.setAttribute("aria-hidden", "true");
  const disc = document.createElementNS(space, "circle");
  const colour = called === "white" || called === "black" ? called : `player${player % 8}`;
  disc.setAttribute("class", player < 0 ? "fill-faint" : `z-body fill-${colour}`);
  for (const [name, value] of [["cx", 10], ["cy", 10], ["r", player < 0 ? 4 : 9]]) disc.setAttribute(name, value);
  drawing.append(disc);
  return drawing;
}
