import type { World } from './world.js';

/**
 * What a clause takes beyond an address: `owner` a wallet that may place orders, `swap` one that holds a subnet token and consents to
 * a swap, `deployer` a wallet for token metadata; the others a control of the server that only a test harness has.
 */
export type Need = 'owner' | 'swap' | 'deployer' | keyof Controls;

/** What a test harness does to the server; a run by address alone has none of it. */
export interface Controls {
  /** Makes the server's storage fail while `work` runs. */
  readonly storageOutage?: (work: () => Promise<void>) => Promise<void>;
  /** The address of the same exchange, twenty minutes later and with nothing recorded since. */
  readonly later?: () => Promise<string>;
  /** Whether the storage contains the text anywhere. */
  readonly stores?: (text: string) => Promise<boolean>;
  /** The legacy service limits calls per address as by default, and the run may use up this limit. */
  readonly legacyLimit?: true;
  /** Prices of the last days are recorded. */
  readonly history?: true;
}

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
