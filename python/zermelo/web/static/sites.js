// Clicks as moves: a move is made by clicking its sites in order.

/**
 * The moves that begin with the sites picked so far. When none does in this order, those whose first sites are the same
 * in another order: dice to keep, say, may be picked from either end.
 */
export function matching(moves, picked) {
  const inOrder = moves.filter((move) => picked.every((site, index) => move.sites[index] === site));
  if (inOrder.length > 0 || picked.length < 2) return inOrder;
  const wanted = JSON.stringify([...picked].sort());
  return moves.filter(
    (move) =>
      move.sites.length >= picked.length && JSON.stringify(move.sites.slice(0, picked.length).sort()) === wanted,
  );
}

/** The sites that can be picked next. */
export function targets(moves, picked) {
  const sites = new Set(moves.flatMap((move) => move.sites));
  return new Set([...sites].filter((site) => matching(moves, [...picked, site]).length > 0));
}

/** The sites picked after a click: one more, one less, or a new beginning; null when the click means nothing. */
export function pick(moves, picked, site) {
  if (matching(moves, [...picked, site]).length > 0) return [...picked, site];
  if (picked.includes(site)) return picked.filter((other) => other !== site);
  return matching(moves, [site]).length > 0 ? [site] : null;
}

/** The one move that the sites picked spell out, when no longer one begins with them. */
export function complete(moves, picked) {
  if (picked.length === 0) return null;
  const found = matching(moves, picked);
  return found.length === 1 && found[0].sites.length === picked.length ? found[0] : null;
}
