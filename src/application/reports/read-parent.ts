import type { Registry } from '../../domain/market/registry.js';
import { checkedOutputs, type ParentOutputs } from '../../domain/order/report/execution-report.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import { Router } from '../../domain/router/best-route.js';
import type { QuoteRequest } from '../../domain/router/quote.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { Reserves, Vault } from '../../domain/vault/vault.js';
import type { BlockReader, ChainRead, ChainTip, PastBlocks, Ports } from '../../ports/index.js';
import { namesOf } from '../market/follow-blocks.js';
import type { MarketReader } from '../market/market.js';
import { outputsAt } from './parent-outputs.js';

/** Swap in a block, with what it paid. */
export interface MinedSwap {
  readonly request: QuoteRequest;
  readonly swap: Pick<SwapTransaction, 'txid' | 'quote'>;
  readonly block: NonNullable<SwapTransaction['block']>;
  readonly executed: Units;
}

/** Reads what a mined swap's input gave at the parent of its block. */
export type ReadParent = (mined: MinedSwap) => ChainRead<ParentOutputs>;

/** Parts that reading a parent block needs. */
interface Needs extends Pick<Ports, 'registry'> {
  readonly blocks: BlockReader;
  readonly pastBlocks: Pick<PastBlocks, 'tipAt'>;
  readonly market: Pick<MarketReader, 'reservesAt' | 'quarantined'>;
}

/** Maximum number of vaults that are read for one block because no check of the chain happened to know them at its parent. */
const MAX_READS = 40;

/** Knowledge of one parent block. */
interface Parent {
  readonly height: number;
  readonly registry: Registry;
  readonly reserves: Map<ContractId, Reserves | undefined>;
  tip?: ChainTip;
  reads: number;
}

/**
 * Knows the reserves at a parent block from the checks of the chain that were made anyway, and reads only what is missing, of vaults
 * on routes between the two tokens. Consecutive swaps of one block share what was read.
 */
export function makeReadParent({ blocks, pastBlocks, market, registry }: Needs): ReadParent {
  let parent: Parent | undefined;
  let routing: { readonly registry: Registry; readonly router: Router } | undefined;

  const parentAt = (height: number): Parent => {
    const current = registry.current();
    if (parent?.height !== height || parent.registry !== current)
      parent = { height, registry: current, reserves: new Map(), reads: 0 };
    for (const [vault, known] of market.reservesAt(height))
      if (!parent.reserves.has(vault)) parent.reserves.set(vault, known);
    return parent;
  };

  const routerFor = (current: Registry): Router => {
    if (routing?.registry !== current) routing = { registry: current, router: new Router(current.vaults) };
    return routing.router;
  };

  const tipOf = async (of: Parent): ChainRead<ChainTip> => {
    if (of.tip !== undefined) return ok(of.tip);
    const tip = await pastBlocks.tipAt(of.height);
    if (!tip.ok) return tip;
    if (tip.value === undefined)
      return err({ kind: 'chain-unreachable', reason: `the index does not have block ${of.height}` });
    of.tip = tip.value;
    return ok(tip.value);
  };

  /** Reads the vaults whose reserves are not known. Returns false if they are too many. */
  const complete = async (of: Parent, vaults: readonly Vault[]): ChainRead<boolean> => {
    const missing = vaults.filter(
      (vault) => rulesOf(vault).hasReserves && !of.reserves.has(vault.contractId),
    );
    if (missing.length === 0) return ok(true);
    if (of.reads + missing.length > MAX_READS) return ok(false);
    const tip = await tipOf(of);
    if (!tip.ok) return tip;
    for (const vault of missing) {
      const read = await blocks.reservesAt(vault, tip.value);
      if (!read.ok) return read;
      of.reads += 1;
      of.reserves.set(vault.contractId, read.value);
    }
    return ok(true);
  };

  return async ({ request, swap, block, executed }) => {
    const of = parentAt(block.blockHeight - 1);
    const at = { blockHeight: of.height };
    const router = routerFor(of.registry);
    const { tokenIn, tokenOut } = request;
    const left = new Set(market.quarantined().map(({ vault }) => vault));
    const connecting = of.registry.vaults.filter(
      ({ contractId }) => router.connectsThrough(contractId, tokenIn, tokenOut) && !left.has(contractId),
    );
    const isComplete = await complete(of, connecting);
    if (!isComplete.ok) return isComplete;
    if (!isComplete.value) return ok({ ...at, inexact: 'unread' });
    const reserves = new Map<ContractId, Reserves>();
    for (const { contractId } of connecting) {
      const known = of.reserves.get(contractId);
      if (known !== undefined) reserves.set(contractId, known);
    }
    const state = { registry: of.registry, router, reserves, tip: () => tipOf(of) };
    const outputs = await outputsAt(request, swap.quote.vaults, state, blocks);
    if (!outputs.ok) return outputs;
    // Quotes are kept for the other swaps of the block.
    for (const [vault, asked] of reserves) of.reserves.set(vault, asked);
    const touched = await blocks.touchedBefore(swap.txid, block);
    if (!touched.ok) return touched;
    const { value: contracts } = touched;
    const cameBefore =
      contracts !== 'all' && connecting.some((vault) => namesOf(vault).some((id) => contracts.has(id)));
    const order =
      contracts === 'all' ? 'unknown-transactions' : cameBefore ? 'earlier-transactions' : undefined;
    const inexact = outputs.value.inexact ?? order;
    return ok(checkedOutputs({ ...at, ...outputs.value, ...(inexact && { inexact }) }, executed));
  };
}
