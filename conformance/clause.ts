import type { Controls } from './controls.js';
import type { World } from './world.js';

/**
 * What a clause takes beyond an address: `owner` a wallet that may place orders, `swap` one that holds a subnet token and consents to
 * a swap, `deployer` a wallet for token metadata; the others a control of the server that only a test harness has.
 */
export type Need = 'owner' | 'swap' | 'deployer' | keyof Controls;

/** One sentence of the contract, and the proof that a server keeps it. */
export interface Clause {
  /** Part of the contract that says it, such as `orders` or `metadata`. */
  readonly area: string;
  readonly says: string;
  readonly needs: readonly Need[];
  readonly check: Check;
}

/** Throws a `Difference` where the server differs, and `Skipped` where this exchange cannot show it. */
export type Check = (world: World) => Promise<void>;

/** A server that does something else than the contract says. */
export class Difference extends Error {
  constructor(
    readonly expected: string,
    readonly got: string,
  ) {
    super(`expected ${expected}, got ${got}`);
  }
}

/** A clause that this exchange cannot show, and why. */
export class Skipped extends Error {}

/** Makes the clauses of an area. */
export const clausesOf =
  (area: string) =>
  (says: string, check: Check, ...needs: readonly Need[]): Clause => ({ area, says, needs, check });
