import type { Mark } from './mark.js';

/** Powers over a token, in the order of the letters. */
const POWERS = [
  { name: 'Make new tokens', word: 'open mint', done: 'make new tokens of it' },
  { name: 'Stop transfers', word: 'freezable', done: 'stop transfers of it' },
  { name: 'Take from holders', word: 'seizable', done: 'take it from its holders' },
  { name: 'Change its description', word: 'renamable', done: 'change its published description' },
] as const;

const WHO: Readonly<Record<string, string>> = {
  n: 'no one',
  o: 'its owner',
  c: 'another contract',
  a: 'anyone',
  u: 'not known',
};

/** Powers over a token and their holders, in words; undefined before its contract is read. */
export function powersOf(safety: string | undefined) {
  return safety && POWERS.map(({ name }, n) => ({ name, who: WHO[safety[n] ?? 'u'] ?? 'not known' }));
}

/** Marks for what holders risk: what anyone may do, and what the owner may do to their tokens. The owner's mint is common. */
export function safetyMarks(safety = ''): readonly Mark[] {
  return POWERS.flatMap(({ word, done }, n): readonly Mark[] => {
    if (safety[n] === 'a') return [{ word, kind: 'bad', about: `Anyone can ${done}.` }];
    const isOverHolders = n === 1 || n === 2;
    return safety[n] === 'o' && isOverHolders
      ? [{ word, kind: 'warn', about: `The owner of its contract can ${done}.` }]
      : [];
  });
}
