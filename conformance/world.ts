import type { Controls } from './controls.js';
import { call, type Answer, type Sent } from './client/http.js';
import { newWallet, type Chain, type Wallet } from './client/wallet.js';

/** Base addresses of the contract's five areas, without a trailing slash. */
export interface Bases {
  /** Swap area, {base_url} in the contract. The address ends in /api/v1. */
  readonly swap: string;
  /** Prices area, {prices_url} in the contract. */
  readonly prices: string;
  /** Area of the legacy service, {invest_url} in the contract. */
  readonly legacy: string;
  /** Metadata area, {metadata_url} in the contract. */
  readonly metadata: string;
  /** Vaults area, {app_url} in the contract. The vault listing is below it, at /api/v0/vaults. */
  readonly vaults: string;
}

/** Terms of an order, which a run needs besides a wallet. */
export interface Trade {
  readonly inputToken: string;
  readonly outputToken: string;
  /** Smallest units of inputToken that are worth about a dollar. */
  readonly amountIn: string;
  readonly router: string;
  /** Version of the signature domain of inputToken, `v1.0` or `v2.0`. */
  readonly version: string;
}

/** Wallets whose keys a run holds, by their part. */
export interface Keys {
  readonly owner?: Wallet;
  readonly deployer?: Wallet;
  readonly trade?: Trade;
  /** Whether the run may execute an order, which swaps about a dollar of the owner's tokens. */
  readonly maySwap: boolean;
}

/** Objects that `world.once` has made, such as a sample order of the run. */
type Made = Map<unknown, Promise<unknown>>;

/** The exchange under test, with everything that the run has made there. */
export class World {
  readonly #made: Made = new Map();
  readonly #undo: (() => Promise<unknown>)[] = [];
  /** A wallet that is unknown to the exchange. */
  readonly stranger: Wallet;

  constructor(
    readonly bases: Bases,
    readonly chain: Chain,
    readonly keys: Keys,
    readonly controls: Controls,
    /** Milliseconds by which the server's clock is ahead of this one. */
    readonly clockAheadMs: number,
  ) {
    this.stranger = newWallet(chain);
  }

  readonly swap = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.swap + path, sent);
  readonly prices = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.prices + path, sent);
  readonly legacy = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.legacy + path, sent);
  readonly metadata = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.metadata + path, sent);
  readonly vaults = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.vaults + path, sent);

  /** Time by the server's clock, Unix milliseconds. */
  now(): number {
    return Date.now() + this.clockAheadMs;
  }

  /** Returns the object that the function makes. Each function is called at most once per run. */
  once<T>(make: (world: World) => Promise<T>): Promise<T> {
    let made = this.#made.get(make) as Promise<T> | undefined;
    if (made === undefined) this.#made.set(make, (made = make(this)));
    return made;
  }

  /** Registers an action that the run performs at its end, whatever its outcome. */
  undoLater(undo: () => Promise<unknown>): void {
    this.#undo.push(undo);
  }

  async undo(): Promise<void> {
    await Promise.allSettled(this.#undo.splice(0).map((undo) => undo()));
  }

  get owner(): Wallet {
    return given(this.keys.owner, 'an owner');
  }

  get deployer(): Wallet {
    return given(this.keys.deployer, 'a deployer');
  }

  get trade(): Trade {
    return given(this.keys.trade, 'a trade');
  }
}

function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the clause does not say that it needs ${what}`);
  return value;
}
