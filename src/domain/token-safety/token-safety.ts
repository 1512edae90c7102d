import { defined } from '../shared/fields.js';
import type { SafetyFact, SafetyFacts, SafetyWho } from './safety-facts.js';

/** Version of the method that finds the facts. Facts of an earlier method are found again. */
export const SAFETY_METHOD = 1;

/** Days until the number of holders is read again. The other facts never change. */
const HOLDERS_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Safety facts of a deployed token, as they are stored. */
export interface TokenSafety {
  readonly method: number;
  readonly facts: SafetyFacts;
  /** Height of the block that deployed the contract; absent if the node does not say. */
  readonly deployedHeight?: number;
  /** Time of that block, ISO 8601; absent if the index does not say. */
  readonly deployedAt?: string;
  /** Number of accounts that hold the token; absent if the index does not say. */
  readonly holders?: number;
  /** Time at which the holders were counted, ISO 8601. */
  readonly readAt: string;
}

/** Part of a token's safety that is to be read: everything, or the holders alone; undefined if nothing is. */
export function dueOf(known: TokenSafety | undefined, now: Date): 'all' | 'holders' | undefined {
  if (known?.method !== SAFETY_METHOD) return 'all';
  const ageMs = now.getTime() - new Date(known.readAt).getTime();
  if (ageMs <= HOLDERS_DAYS * DAY_MS) return undefined;
  // A contract without a height may not have been deployed when it was read.
  return known.deployedHeight === undefined ? 'all' : 'holders';
}

/** Makes what is stored. */
export const tokenSafety = (
  facts: SafetyFacts,
  {
    height,
    deployedAt,
    holders,
  }: { readonly height?: number; readonly deployedAt?: Date; readonly holders?: number },
  now: Date,
): TokenSafety => ({
  method: SAFETY_METHOD,
  facts,
  ...defined({ deployedHeight: height, deployedAt: deployedAt?.toISOString(), holders }),
  readAt: now.toISOString(),
});

/** A token's facts in four letters, for lists: mint, freeze, take and uri, each the first letter of who may. */
export const safetyLetters = ({ mint, freeze, take, uri }: SafetyFacts): string =>
  [mint, freeze, take, uri].map(({ who }: SafetyFact) => LETTERS[who]).join('');

const LETTERS: Readonly<Record<SafetyWho, string>> = {
  no: 'n',
  owner: 'o',
  contract: 'c',
  anyone: 'a',
  unknown: 'u',
};
