import { disagrees, type QuoteFailure } from '../../../domain/market/quarantine.js';
import { assetsOf } from '../../../domain/market/assets.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import { checkOffer, type OfferRefused, type SentBy } from '../../../domain/order/evaluation/own-bounds.js';
import type { Route, RouteHop } from '../../../domain/router/best-route.js';
import { requoted } from '../../../domain/router/candidates.js';
import { isProtected } from '../../../domain/router/payout.js';
import { priceImpact, type NoRoute } from '../../../domain/router/quote.js';
import { reservesInFlight, type SwapInFlight } from '../../../domain/router/reserves-in-flight.js';
import type { Slippage } from '../../../domain/router/slippage.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import { toUnits } from '../../../domain/shared/units.js';
import { quotesTellFee } from '../../../domain/vault/fee.js';
import { quoteHop } from '../../../domain/vault/kinds.js';
import type { Vault } from '../../../domain/vault/vault.js';
import type {
  ChainRead,
  ChainTip,
  ChainUnreachable,
  LiquiditySource,
  Ports,
  SwapPlan,
} from '../../../ports/index.js';
import type { Market, MarketReader } from '../../market/market.js';
import { quoteLive } from '../../quotes/quote-live.js';
import { freshFlight } from '../../shared/single-flight.js';

export type FindSwapError = NoRoute | OfferRefused | ChainUnreachable;

/** Reads of the chain's tip, and of the vaults of routes. */
interface SwapReads {
  readonly tip: () => ChainRead<ChainTip>;
  readonly liquidity: Pick<LiquiditySource, 'quoteHops'>;
  readonly refresh: (asked: { readonly of: Market; readonly vaults: readonly Vault[] }) => ChainRead<Market>;
}

/**
 * Reads for swaps that are planned at the same time. Swaps with the same route share a read that begins after they asked: a burst of
 * orders for one pair costs few reads, and none of the orders relies on an older state than alone.
 */
export function makeSwapReads({
  chain,
  market,
  liquidity,
}: Pick<Ports, 'chain' | 'liquidity'> & { readonly market: MarketReader }): SwapReads {
  return {
    tip: freshFlight(() => chain.tip()),
    liquidity: {
      quoteHops: freshFlight(
        (hops) => liquidity.quoteHops(hops),
        (hops) =>
          hops.map(({ vault, opcode, amountIn }) => `${vault.contractId} ${opcode} ${amountIn}`).join(' '),
      ),
    },
    refresh: freshFlight(
      ({ of, vaults }) => market.refresh(of, vaults),
      ({ vaults }) => vaults.map(({ contractId }) => contractId).join(' '),
    ),
  };
}

interface SwapSent extends SwapInFlight {
  /** Height of the chain's tip when the swap was signed. Absent in other servers' records. */
  readonly height?: number;
}

interface Needs extends Pick<Ports, 'clock'>, SwapReads {
  readonly market: MarketReader;
  readonly slippage: Slippage;
  readonly reservesMaxAgeMs: number;
  readonly by: SentBy;
  /** The owner's own swaps that are in no known block yet, in the order in which they were sent. */
  readonly inFlight: readonly SwapSent[];
}

/**
 * Finds the best swap for an order right now. The search first uses recent reserves. The reserves of the route's vaults are then
 * read again, and the search repeats until the route depends only on fresh reserves. Then the vaults quote the route themselves,
 * and the swap uses their quotes. If a vault's quote contradicts its reserves, both are read once more, since a block may have
 * arrived in between; if they still disagree, the vault is quarantined and the search repeats without it. A vault whose quote
 * reveals a different fee from the registry's is quarantined at once. Each round refreshes or removes a vault, so the loop ends.
 * The resulting swap must satisfy the order.
 *
 * The route is the best one after the owner's swaps in flight, so that the parts of a split can share a block. Vaults know nothing of
 * those: they are asked about the same route as of now, and of both outputs the smaller one counts.
 */
export async function findSwap(
  terms: OrderTerms,
  { clock, liquidity, market, refresh, slippage, reservesMaxAgeMs, by, inFlight, tip }: Needs,
): Promise<Result<SwapPlan, FindSwapError>> {
  const request = { tokenIn: terms.inputToken, tokenOut: terms.outputToken, amountIn: terms.amountIn };
  let earlier = inFlight;
  const fresh = new Set<ContractId>();
  const doubted = new Set<ContractId>();
  let current = await market.read(reservesMaxAgeMs);
  for (;;) {
    if (!current.ok) return current;
    const { registry, reserves } = current.value;
    const later = reservesInFlight(earlier, { vaults: registry.vaults, reserves });
    const quote = await quoteLive(request, current.value, { reader: market, liquidity, clock }, later);
    if (!quote.ok) return quote;
    const { route } = quote.value;
    const old = route.hops.map(({ vault }) => vault).filter(({ contractId }) => !fresh.has(contractId));
    if (old.length > 0) {
      current = await refresh({ of: current.value, vaults: old });
      old.forEach(({ contractId }) => fresh.add(contractId));
      continue;
    }
    const unmined = later.size === 0 ? ok(earlier) : await sinceTip(earlier, tip);
    if (!unmined.ok) return unmined;
    const now = later.size === 0 ? route : requoted(route, reserves);
    if (now === undefined || unmined.value.length < earlier.length) {
      // A route that gives nothing on the reserves of now exists only after the earlier swaps.
      earlier = now === undefined ? [] : unmined.value;
      continue;
    }
    const checked = await checkRoute(liquidity, now);
    if (!checked.ok) return checked;
    if (checked.value.kind === 'holds') {
      const quoted = route.amountOut < checked.value.route.amountOut ? route : checked.value.route;
      const offer = {
        amountOut: quoted.amountOut,
        priceImpact: priceImpact(quoted),
        protected: isProtected(quoted, assetsOf(registry)),
      };
      const accepted = checkOffer(terms, offer, by);
      return accepted.ok ? ok({ terms, route: quoted, slippage, registry }) : accepted;
    }
    const { vault, failure } = checked.value;
    if (failure.kind !== 'quote-disagrees' || doubted.has(vault)) {
      market.quarantine(vault, failure);
      current = await market.read(reservesMaxAgeMs);
    }
    doubted.add(vault);
    fresh.delete(vault);
  }
}

/** The swaps that are in no block up to the tip. One that was signed before the newest block may be in it, and so in the reserves. */
async function sinceTip(swaps: readonly SwapSent[], tip: SwapReads['tip']): ChainRead<readonly SwapSent[]> {
  const read = await tip();
  return read.ok ? ok(swaps.filter(({ height = 0 }) => height >= read.value.height)) : read;
}

/** The route with the amounts that its vaults quote, or the first vault that gives no quote or a contradictory one. */
type CheckedRoute =
  | { readonly kind: 'holds'; readonly route: Route }
  | { readonly kind: 'fails'; readonly vault: ContractId; readonly failure: QuoteFailure };

/** Queries all vaults at once for their computed inputs. A vault whose input changes with the previous vault's quote is queried again. */
async function checkRoute(liquidity: SwapReads['liquidity'], route: Route): ChainRead<CheckedRoute> {
  const quotes = await liquidity.quoteHops(route.hops);
  if (!quotes.ok) return quotes;
  const hops: RouteHop[] = [];
  let amountIn = route.amountIn;
  for (const [n, computed] of route.hops.entries()) {
    const { vault, opcode, reserves } = computed;
    const asComputed = amountIn === computed.amountIn;
    const replies = asComputed ? quotes : await liquidity.quoteHops([{ vault, opcode, amountIn }]);
    if (!replies.ok) return replies;
    const quoted = replies.value[asComputed ? n : 0];
    const fails = (failure: QuoteFailure) => ok({ kind: 'fails' as const, vault: vault.contractId, failure });
    if (quoted === undefined) return fails({ kind: 'no-quote' });
    // The input less the fee does not depend on reserves, so a block mined since they were read cannot explain a difference.
    const left = asComputed ? computed.dx : quoteHop(vault, reserves, opcode, amountIn).dx;
    if (quotesTellFee(vault) && quoted.dx !== left)
      return fails({ kind: 'fee-disagrees', expected: left, answered: quoted.dx });
    const expected = asComputed ? computed.amountOut : quoteHop(vault, reserves, opcode, amountIn).dy;
    if (disagrees(expected, quoted.dy)) {
      return fails({ kind: 'quote-disagrees', expected, answered: quoted.dy });
    }
    const amountOut = toUnits(quoted.dy);
    // The computed `dx` is kept, since wrappers of other exchanges' pools report the whole input as `dx`.
    hops.push({ ...computed, amountIn, dx: toUnits(left), amountOut });
    amountIn = amountOut;
  }
  return ok({ kind: 'holds', route: { hops, amountIn: route.amountIn, amountOut: amountIn } });
}
