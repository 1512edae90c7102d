import type { Controls } from './controls.js';
import { call, type Answer, type Sent } from './client/http.js';
import { newWallet, type Chain, type Wallet } from './client/wallet.js';

/** Base addresses of the contract's five areas, without a trailing slash. */
export interface Bases {
  /** {base_url}: ends in /api/v1. */
  readonly swap: string;
  /** {prices_url} */
  readonly prices: string;
  /** {invest_url} */
  readonly legacy: string;
  /** {metadata_url} */
  readonly metadata: string;
  /** {app_url}: the vault listing is below it, at /api/v0/vaults. */
  readonly vaults: string;
}

/** What an order needs beyond a wallet. */
export interface Trade {
  readonly inputToken: string;
  readonly outputToken: string;
  /** Smallest units of inputToken: about a dollar's worth. */
  readonly amountIn: string;
  readonly router: string;
  /** Version of the signature domain of inputToken, `v1.0` or `v2.0`. */
  readonly version: string;
}

/** Whose keys a run holds. */
export interface Keys {
  readonly owner?: Wallet;
  readonly deployer?: Wallet;
  readonly trade?: Trade;
  /** Whether the run may execute an order, which swaps about a dollar of the owner's. */
  readonly maySwap: boolean;
}

/** What `world.once` may have made, such as the sample order of a run. */
type Made = Map<unknown, Promise<unknown>>;

/** The exchange that a run looks at, with all that the run has made there. */
export class World {
  readonly #made: Made = new Map();
  readonly #undo: (() => Promise<unknown>)[] = [];
  /** A wallet that the exchange does not know. */
  readonly stranger: Wallet;

  constructor(
    readonly bases: Bases,
    readonly chain: Chain,
    readonly keys: Keys,
    readonly controls: Controls,
    /** Milliseconds by which the server's clock is ahead. */
    readonly clockAheadMs: number,
  ) {
    this.stranger = newWallet(chain);
  }

  readonly swap = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.swap + path, sent);
  readonly prices = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.prices + path, sent);
  readonly legacy = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.legacy + path, sent);
  readonly metadata = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.metadata + path, sent);
  readonly vaults = (path: string, sent?: Sent): Promise<Answer> => call(this.bases.vaults + path, sent);

  /** Unix milliseconds by the server's clock. */
  now(): number {
    return Date.now() + this.clockAheadMs;
  }

  /** Made once a run, by the function that makes it. */
  once<T>(make: (world: World) => Promise<T>): Promise<T> {
    let made = this.#made.get(make) as Promise<T> | undefined;
    if (made === undefined) this.#made.set(make, (made = make(this)));
    return made;
  }

  /** Registers what a run has to undo at its end, whatever its outcome. */
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
