import type { RouteHop } from '../domain/router/best-route.js';
import type { Registry, RouterContract } from '../domain/market/registry.js';
import type { Movement } from '../domain/registry/check-movements.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainUnreachable } from './chain.js';

export type { Movement };

/** One hop to try as an order of the trial wallet's. */
export interface TrialOrder {
  readonly registry: Registry;
  readonly router: RouterContract;
  /** The subnet copy that the wallet signs for. The router is given the hop's own input in addition. */
  readonly paid: ContractId;
  readonly hop: RouteHop;
  /** Whether the order pays another wallet. */
  readonly toAnother?: boolean;
}

/** The swap had no result. */
export interface TrialFailed {
  /** `untried`: the wallet could not be given the input. `refused`: the chain aborted the swap. */
  readonly kind: 'untried' | 'refused';
  readonly reason: string;
}

/** Outcome of a trial. */
export type Trial<T> = Promise<Result<T, TrialFailed | ChainUnreachable>>;

/** A chain that continues the network without affecting it, so swaps there cost nothing. */
export interface TrialChain {
  /** The account that swaps. Its key is public. */
  readonly wallet: string;
  /** Executes a signed order as the executor does, with the same post-conditions. Returns the last hop's output. */
  order(order: TrialOrder): Trial<Units>;
  /** Has the wallet swap in the vault itself, without post-conditions. Returns the movements. */
  swap(registry: Registry, hop: RouteHop): Trial<readonly Movement[]>;
}
