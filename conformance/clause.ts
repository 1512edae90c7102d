import type { Controls } from './controls.js';
import type { World } from './world.js';

/**
 * Requirement of a clause besides an address. `owner`: a wallet that may place orders; `swap`: one that holds a subnet token and
 * consents to a swap; `deployer`: a wallet for token metadata; otherwise a control of the server that only a test harness has.
 */
export type Need = 'owner' | 'swap' | 'deployer' | keyof Controls;

/** One sentence of the contract, and the check that a server complies with it. */
export interface Clause {
  /** Part of the contract that contains the sentence, such as `orders` or `metadata`. */
  readonly area: string;
  readonly says: string;
  readonly needs: readonly Need[];
  readonly check: Check;
}

/** Throws a `Difference` if the server differs from the contract, and `Skipped` if this exchange cannot show whether it does. */
export type Check = (world: World) => Promise<void>;

/** Error for a server that behaves differently from the contract. */
export class Difference extends Error {
  constructor(
    readonly expected: string,
    readonly got: string,
  ) {
    super(`expected ${expected}, got ${got}`);
  }
}

/** Error for a clause that this exchange cannot show, with the reason. */
export class Skipped extends Error {}

/** Returns a function that makes the clauses of an area. */
export const clausesOf =
  (area: string) =>
  (says: string, check: Check, ...needs: readonly Need[]): Clause => ({ area, says, needs, check });
