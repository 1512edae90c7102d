import { systemPorts } from '../../src/adapters/system/index.js';
import { parseTargetPrice } from '../../src/domain/order/conditions/price-ratio.js';
import { handleOf } from '../../src/domain/order/terms/handle.js';
import type { OrderSignature, OrderUuid, Txid } from '../../src/domain/order/ids.js';
import type { Order, OrderTerms } from '../../src/domain/order/order.js';
import type { Address } from '../../src/domain/shared/address.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import { loadOrders, sqliteLoader } from './order-load.js';

/** Time of the first order: recent enough that open ones have not ended by their age. */
const FROM_MS = Date.now() - 30 * 86_400_000;
/** No token of the devnet is ever worth so many dollars: what waits for it stays open. */
const NEVER_REACHED = unwrap(parseTargetPrice('1000000000'));

/** Whose orders a page lists, and between which tokens. */
export interface OwnedOrders {
  readonly owner: Address;
  readonly router: ContractId;
  readonly tokens: readonly ContractId[];
  readonly count: number;
  /** Open orders of one pair at prices around the market, each of which is a line of its chart. They are the newest. */
  readonly lines: {
    readonly sell: ContractId;
    readonly buy: ContractId;
    readonly priceOf: ContractId;
    readonly count: number;
  };
}

/** Stores orders of one owner in a new SQLite database, as a server finds them: some wait, some have ended, most were paid. */
export async function storeOrdersOf(path: string, owned: OwnedOrders): Promise<void> {
  const { count, lines } = owned;
  const order = (n: number) => (n < count ? orderOf(owned, n) : lineOf(owned, n));
  await loadOrders({ size: count + lines.count, order }, [await sqliteLoader(path)]);
}

function orderOf(owned: OwnedOrders, n: number): Order {
  const terms = termsOf(owned, n);
  const createdAt = new Date(FROM_MS + n * 60_000);
  const base = { terms, createdAt, version: 2 };
  if (n % 10 === 0) return { ...base, status: 'open' };
  if (n % 10 === 1) return { ...base, status: 'cancelled', cancelledAt: createdAt, cancelReason: 'owner' };
  const amountOut = toUnits(terms.amountIn * 2n);
  const path = [terms.inputToken, terms.outputToken];
  return {
    ...base,
    status: 'confirmed',
    txid: n.toString(16).padStart(64, '0') as Txid,
    broadcastedAt: createdAt,
    confirmedAt: createdAt,
    quote: {
      amountIn: terms.amountIn,
      amountOut,
      quotedAt: createdAt,
      slippage: 0.01,
      path,
      vaults: path.slice(1),
    },
    blockHeight: n,
    blockTime: createdAt.getTime() / 1_000,
    executedAmountIn: terms.amountIn,
    executedAmountOut: amountOut,
    feeUstx: toUnits(3_000n),
  };
}

/** A stop or target of the pair, half to twice the market, which no price reaches while it is measured. */
function lineOf(owned: OwnedOrders, n: number): Order {
  const { sell, buy, priceOf, count } = owned.lines;
  const at = n - owned.count;
  const isStop = at < count / 2;
  const price = isStop ? 1 + (at / count) * 1.6 : 2.2 + ((at - count / 2) / count) * 3.6;
  const terms: OrderTerms = {
    ...termsOf(owned, n),
    ...{ inputToken: sell, outputToken: buy },
    trigger: {
      kind: 'price',
      conditionToken: priceOf,
      targetPrice: unwrap(parseTargetPrice(price.toFixed(4))),
      direction: isStop ? 'lt' : 'gt',
      baseAsset: 'USD',
    },
  };
  return { terms, createdAt: new Date(FROM_MS + n * 60_000), version: 2, status: 'open' };
}

function termsOf({ owner, router, tokens }: OwnedOrders, n: number): OrderTerms {
  const uuid = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}` as OrderUuid;
  const [inputToken, outputToken] = [tokens[n % tokens.length]!, tokens[(n * 7 + 1) % tokens.length]!];
  return {
    uuid,
    handle: handleOf(uuid, systemPorts().hasher.sha256),
    owner,
    inputToken,
    outputToken,
    amountIn: toUnits(1_000_000n + BigInt(n)),
    recipient: owner,
    router,
    signature: n.toString(16).padStart(130, '0') as OrderSignature,
    strategy: n % 4 === 0 ? { strategyId: `plan ${n}`, strategyType: 'dca' } : {},
    extra: {},
    trigger: {
      kind: 'price',
      conditionToken: outputToken,
      targetPrice: NEVER_REACHED,
      direction: 'gt',
      baseAsset: 'USD',
    },
  };
}
