import type { Registry } from '../../domain/market/registry.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import type { InexactReason, ParentOutputs, VaultFee } from '../../domain/order/report/execution-report.js';
import type { Router } from '../../domain/router/best-route.js';
import { exceedsChain, type Route } from '../../domain/router/best-route.js';
import { isUnconfirmed } from '../../domain/router/candidates.js';
import type { QuoteRequest } from '../../domain/router/quote.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import { isRoutable, opcodeFor, quoteHop, rulesOf, sidesOf, withAnswer } from '../../domain/vault/kinds.js';
import type { Opcode, Probe, Reserves, RoutableVault, Vault } from '../../domain/vault/vault.js';
import type { AskedHop, BlockReader, ChainRead, ChainTip } from '../../ports/index.js';
import { distinct, routesFor } from '../quotes/quote-live.js';

/** State of the vaults as of one block, from which outputs are computed. */
export interface MarketAt {
  readonly registry: Registry;
  /** Router over the registry's vaults, without reserves. */
  readonly router: Router;
  /** Reserves as of the block. Quotes that vaults give are added. */
  readonly reserves: Map<ContractId, Reserves>;
  /** Reads the name of the block, when a vault must be asked. */
  readonly tip: () => ChainRead<ChainTip>;
}

/** Maximum number of rounds in which vaults are asked for quotes. A quote that callers wait for has two. */
const MAX_ROUNDS = 6;

type Outputs = Pick<ParentOutputs, 'best' | 'ownRoute' | 'fees' | 'inexact'>;

/**
 * Computes what the best route and the swap's own route gave for its input, as of the block. Vaults that only their contracts can
 * quote are asked as of the block, until no route can give more than the best one whose output is known.
 */
export async function outputsAt(
  request: QuoteRequest,
  vaults: SwapTransaction['quote']['vaults'],
  market: MarketAt,
  blocks: Pick<BlockReader, 'quotesAt'>,
): ChainRead<Outputs> {
  const own = await ownRoute(request, vaults, market, blocks);
  if (!own.ok) return own;
  const best = await bestRoute(request, market, blocks);
  if (!best.ok) return best;
  const { route, isProven } = best.value;
  const inexact: InexactReason | undefined =
    own.value === undefined ? 'registry-changed' : isProven ? undefined : 'quotes-missing';
  return ok({
    ...(route !== undefined && !exceedsChain(route) && { best: route.amountOut }),
    ...(own.value !== undefined && { ownRoute: own.value.amountOut, fees: own.value.fees }),
    ...(inexact !== undefined && { inexact }),
  });
}

/** The best route of known outputs, and whether it is proven that no other gives more. */
async function bestRoute(
  request: QuoteRequest,
  market: MarketAt,
  blocks: Pick<BlockReader, 'quotesAt'>,
): ChainRead<{ readonly route: Route | undefined; readonly isProven: boolean }> {
  for (let round = 0; ; round++) {
    const { confirmed: route, open } = routesFor(request, market, market.reserves);
    if (open.length === 0) return ok({ route, isProven: true });
    if (round === MAX_ROUNDS) return ok({ route, isProven: false });
    const asked = distinct(open.flatMap(({ hops }) => hops.filter(isUnconfirmed)));
    const answered = await ask(asked, market, blocks);
    if (!answered.ok) return answered;
  }
}

interface OwnRoute {
  readonly amountOut: Units;
  readonly fees: readonly VaultFee[];
}

/** Output of the route through these vaults; undefined if one of them is not routed, or has no reserves. */
async function ownRoute(
  { tokenIn, amountIn }: QuoteRequest,
  vaults: readonly ContractId[],
  market: MarketAt,
  blocks: Pick<BlockReader, 'quotesAt'>,
): ChainRead<OwnRoute | undefined> {
  let [token, amount] = [tokenIn, amountIn];
  const fees: VaultFee[] = [];
  for (const id of vaults) {
    const vault = market.registry.vaults.find(({ contractId }) => contractId === id);
    if (vault === undefined || !isRoutable(vault) || !holds(vault, token)) return ok(undefined);
    if (rulesOf(vault).hasReserves && !market.reserves.has(id)) return ok(undefined);
    const opcode = opcodeFor(vault, token);
    const hop = { vault, opcode, amountIn: amount };
    if (rulesOf(vault).isQuoted && probeOf(hop, market) === undefined) {
      const answered = await ask([hop], market, blocks);
      if (!answered.ok) return answered;
    }
    const { dx, dy } = quoteHop(vault, market.reserves.get(id), opcode, amount);
    const fee = amount - dx;
    if (fee > 0n) fees.push({ token, amount: toUnits(fee) });
    amount = rulesOf(vault).isQuoted ? (probeOf(hop, market)?.amountOut ?? toUnits(0n)) : toUnits(dy);
    token = token === vault.tokenA ? vault.tokenB : vault.tokenA;
  }
  return ok({ amountOut: amount, fees });
}

const holds = ({ tokenA, tokenB }: Vault, token: ContractId): boolean => token === tokenA || token === tokenB;

/** The vault's own quote for exactly this input; undefined if it has not been asked. */
const probeOf = (
  {
    vault,
    opcode,
    amountIn,
  }: { readonly vault: RoutableVault; readonly opcode: Opcode; readonly amountIn: Units },
  { reserves }: MarketAt,
): Probe | undefined =>
  sidesOf(vault, reserves.get(vault.contractId), opcode).probes?.find((probe) => probe.amountIn === amountIn);

/** Asks the vaults for quotes as of the block, and adds them to the reserves. */
async function ask(
  hops: readonly AskedHop[],
  { reserves, tip }: MarketAt,
  blocks: Pick<BlockReader, 'quotesAt'>,
): ChainRead<void> {
  const at = await tip();
  if (!at.ok) return at;
  const quotes = await blocks.quotesAt(hops, at.value);
  if (!quotes.ok) return quotes;
  hops.forEach(({ vault, opcode, amountIn }, n) => {
    const before = reserves.get(vault.contractId);
    const probe = { amountIn: toUnits(amountIn), amountOut: toUnits(quotes.value[n]?.dy ?? 0n) };
    if (before !== undefined) reserves.set(vault.contractId, withAnswer(vault, before, opcode, probe));
  });
  return ok();
}
