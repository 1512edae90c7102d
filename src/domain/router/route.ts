import type { ContractId } from '../shared/contract-id.js';
import type { Units } from '../shared/units.js';
import type { Opcode, Reserves, RoutableVault } from '../vault/vault.js';

/** One vault of a route, with the reserves from which its amounts were computed. Amounts in smallest units. */
export interface RouteHop {
  readonly vault: RoutableVault;
  /** Absent for a kind without reserves, such as a sublink. */
  readonly reserves?: Reserves;
  readonly opcode: Opcode;
  readonly tokenIn: ContractId;
  readonly tokenOut: ContractId;
  readonly amountIn: Units;
  /** The input after the vault's fee. */
  readonly dx: Units;
  readonly amountOut: Units;
}

/** 1 to 4 hops, with no token or vault twice. `amountOut` is at least 1 smallest unit. */
export interface Route {
  readonly hops: readonly RouteHop[];
  readonly amountIn: Units;
  readonly amountOut: Units;
}
