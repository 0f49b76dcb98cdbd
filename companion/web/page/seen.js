// How many of the cards on the mat are seen: those that the match has there, and those that lie
// there although it has none, because they were refused or nobody has judged them yet.

export function seenCards(cells, read) {
  const seen = new Set(read);
  const lying = cells.filter((cell) => !cell.loose && (cell.card || seen.has(cell.id)));
  return { seen: lying.filter((cell) => seen.has(cell.id)).length, all: lying.length };
}
