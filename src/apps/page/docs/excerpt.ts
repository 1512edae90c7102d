/** A piece of a text, and whether it is a hit. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

const LENGTH = 150;
/** Characters of the excerpt before the first hit. */
const BEFORE = 40;
const WORD = /[\p{L}\p{N}_]+/gu;

/** The part of the text with the most different search words, which are marked; its beginning if it contains none of them. */
export function excerptOf(text: string, words: readonly string[]): readonly Piece[] {
  const wanted = new Set(words.map((word) => word.toLowerCase()));
  const hits = [...text.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ word, index }))
    .filter(({ word }) => wanted.has(word.toLowerCase()));
  const start = startOf(text, hits);
  const end = cutAfter(text, start + LENGTH);
  const pieces: Piece[] = [];
  let at = start;
  for (const { word, index } of hits) {
    if (index < start || index + word.length > end) continue;
    pieces.push({ text: text.slice(at, index), isHit: false }, { text: word, isHit: true });
    at = index + word.length;
  }
  pieces.push({ text: text.slice(at, end), isHit: false });
  const [first, last] = [start > 0 ? '… ' : '', end < text.length ? ' …' : ''];
  return [{ text: first, isHit: false }, ...pieces, { text: last, isHit: false }].filter(
    (piece) => piece.text !== '',
  );
}

/** Start of the excerpt: a word shortly before the hit that is followed closely by the most different hits. */
function startOf(text: string, hits: readonly { readonly word: string; readonly index: number }[]): number {
  let [best, most] = [0, 0];
  for (const { index } of hits) {
    const near = hits.filter((hit) => hit.index >= index && hit.index < index + LENGTH - BEFORE);
    const different = new Set(near.map(({ word }) => word.toLowerCase())).size;
    if (different > most) [best, most] = [index, different];
  }
  if (best <= BEFORE) return 0;
  const space = text.lastIndexOf(' ', best - BEFORE);
  return space + 1;
}

/** The end of the last whole word before the position. */
function cutAfter(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space <= 0 ? end : space;
}
