import type { ContractId } from '../shared/contract-id.js';
import { defined } from '../shared/fields.js';
import { quoteHop, rulesOf, sidesOf } from '../vault/kinds.js';
import { boundsOf } from '../vault/probes.js';
import type { Probe, Reserves } from '../vault/vault.js';
import { toUnits } from '../shared/units.js';
import type { Route, RouteHop, Router } from './best-route.js';

/** The routes that may be the best one for a swap. */
export interface Candidates {
  /** The best route with known outputs only. */
  readonly confirmed: Route | undefined;
  /** Routes that would give more if their vaults reached their bounds, most promising first. */
  readonly open: readonly Route[];
}

export interface CandidateRules {
  /** Reserves that replace the router's own for some vaults. */
  readonly told?: ReadonlyMap<ContractId, Reserves> | undefined;
  /** Vaults that no route may use. */
  readonly excluded?: ReadonlySet<ContractId> | undefined;
}

/** Whether the hop's output is only a bound: its vault is of a quoted kind, and the contract has not quoted this output for this input. */
export function isUnconfirmed(hop: RouteHop): boolean {
  const quoted = probesOf(hop).find(({ amountIn }) => amountIn === hop.amountIn);
  return isQuoted(hop) && quoted?.amountOut !== hop.amountOut;
}

/** Whether only the vault's contract can quote it. */
export const isQuoted = ({ vault }: RouteHop): boolean => rulesOf(vault).isQuoted;

/**
 * The best route of known outputs and up to `most` open routes that could beat it. After each open route, the search is repeated
 * without the last of the route's vaults whose output is only a bound, so that the routes differ in their quoted vaults. Vaults
 * that refused the input or a smaller one are left out, as are those in `excluded`.
 */
export function findCandidates(
  router: Router,
  { tokenIn, tokenOut, amountIn }: Pick<RouteHop, 'tokenIn' | 'tokenOut' | 'amountIn'>,
  most: number,
  { told, excluded }: CandidateRules = {},
): Candidates {
  const open: Route[] = [];
  const instead = new Map<ContractId, Reserves | undefined>(told);
  excluded?.forEach((vault) => instead.set(vault, undefined));
  for (;;) {
    const route = router.bestRoute(tokenIn, tokenOut, amountIn, instead);
    const unconfirmed = route?.hops.filter(isUnconfirmed) ?? [];
    const doubted = unconfirmed.find(isRefused) ?? unconfirmed.at(-1);
    if (route === undefined || doubted === undefined) return { confirmed: route, open };
    if (open.length < most && !unconfirmed.some(isRefused)) open.push(route);
    instead.set(doubted.vault.contractId, undefined);
  }
}

/** Whether every output of the route is known. */
export const isConfirmed = ({ hops }: Route): boolean => !hops.some(isUnconfirmed);

/**
 * Returns the route through the same vaults, with its amounts updated to the quotes received since; undefined if one of the vaults
 * gives nothing.
 */
export function requoted(
  { hops, amountIn }: Route,
  told: ReadonlyMap<ContractId, Reserves>,
): Route | undefined {
  const updated: RouteHop[] = [];
  let amount = amountIn;
  for (const hop of hops) {
    const reserves = told.get(hop.vault.contractId) ?? hop.reserves;
    const { dx, dy } = quoteHop(hop.vault, reserves, hop.opcode, amount);
    const next = {
      ...hop,
      ...defined({ reserves }),
      amountIn: amount,
      dx: toUnits(dx),
      amountOut: toUnits(dy),
    };
    if (dy === 0n || isRefused(next)) return undefined;
    updated.push(next);
    amount = next.amountOut;
  }
  return { hops: updated, amountIn, amountOut: amount };
}

function isRefused(hop: RouteHop): boolean {
  const { refusedFrom } = boundsOf(probesOf(hop));
  return refusedFrom !== undefined && hop.amountIn >= refusedFrom;
}

const probesOf = ({ vault, reserves, opcode }: RouteHop): readonly Probe[] =>
  sidesOf(vault, reserves, opcode).probes ?? [];
