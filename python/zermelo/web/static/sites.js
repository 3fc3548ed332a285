// Clicks as moves: a move is made by clicking its sites in order.

const without = (sites, site) => sites.toSpliced(sites.indexOf(site), 1);
const contains = (sites, picked) =>
  picked.length === 0 || (sites.includes(picked[0]) && contains(without(sites, picked[0]), picked.slice(1)));

/**
 * The moves that begin with the sites picked so far. When none does in this order, those that have them in another
 * order: dice to keep, say, may be picked from either end.
 */
export function matching(moves, picked) {
  const inOrder = moves.filter((move) => picked.every((site, index) => move.sites[index] === site));
  if (inOrder.length > 0 || picked.length < 2) return inOrder;
  return moves.filter((move) => contains(move.sites, picked));
}

/** The sites that can be picked next. */
export function targets(moves, picked) {
  const sites = new Set(moves.flatMap((move) => move.sites));
  return new Set([...sites].filter((site) => matching(moves, [...picked, site]).length > 0));
}

/** The sites picked after a click: one more, one less, or a new beginning; null when the click means nothing. */
export function pick(moves, picked, site) {
  if (matching(moves, [...picked, site]).length > 0) return [...picked, site];
  if (picked.includes(site)) return without(picked, site);
  return matching(moves, [site]).length > 0 ? [site] : null;
}

/** The one move that the sites picked spell out, when no longer one begins with them. */
export function complete(moves, picked) {
  if (picked.length === 0) return null;
  const found = matching(moves, picked);
  const whole = found.filter((move) => move.sites.length === picked.length);
  const goesOn = found.some((move) => move.sites.length > picked.length && picked.every((site, i) => move.sites[i] === site));
  return whole.length === 1 && !goesOn ? whole[0] : null;
}
