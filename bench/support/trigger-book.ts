import type { OrderHandle, OrderSignature, OrderUuid } from '../../src/domain/order/ids.js';
import type { OpenOrder } from '../../src/domain/order/order.js';
import { levelOf, type Condition } from '../../src/domain/order/conditions/conditions.js';
import { parseTargetPrice } from '../../src/domain/order/conditions/price-ratio.js';
import { reachedLevels, type PriceCondition } from '../../src/domain/order/conditions/price.js';
import type { TriggerLevel } from '../../src/domain/order/conditions/rules.js';
import type { WindowCondition } from '../../src/domain/order/conditions/window.js';
import type { Address } from '../../src/domain/shared/address.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';

export const PLACED_FROM = Date.UTC(2026, 10, 1);
const OPENS = new Date(PLACED_FROM + 60 * 86_400_000);
const OWNER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS' as Address;
const PAIRS = 1_000;
const LURES = 10_000;

/** Prices at which 0, 100 or 10,000 orders are due. All others wait for 1.1 and more, or for 0.9 and less. */
export const PRICE_WHEN_DUE = { 0: '1', 100: '1.015', 10_000: '1.05' } as const;

const token = (n: number) => `${OWNER}.token-${n}` as ContractId;

/** What is reached with all pairs at one price. */
export function reachedAt(price: string): TriggerLevel[] {
  const { scaled } = unwrap(parseTargetPrice(price));
  const pairs = Array.from({ length: PAIRS }, (_, n) => pairOf(n));
  return [
    levelOf(WINDOW),
    ...pairs.flatMap((pair) => reachedLevels(pair, { floor: scaled, ceiling: scaled })),
  ];
}

const pairOf = (n: number) => ({
  conditionToken: token(n % PAIRS),
  baseAsset: n % 4 === 0 ? token(PAIRS) : ('USD' as const),
});

/** The nth open order, from 0: only the first 10,000 can be triggered. */
export function openOrder(n: number): OpenOrder {
  const trigger = triggerOf(n);
  return {
    status: 'open',
    version: 1,
    createdAt: new Date(PLACED_FROM + n),
    terms: {
      uuid: uuidOf(n),
      handle: uuidOf(n) as string as OrderHandle,
      owner: OWNER,
      inputToken: token(n % 20),
      outputToken: token(n % PAIRS),
      amountIn: toUnits(1_000_000n),
      recipient: OWNER,
      router: `${OWNER}.x-multihop` as ContractId,
      signature: 'a1'.repeat(65) as OrderSignature,
      strategy: {},
      extra: {},
      ...(trigger && { trigger }),
      ...(trigger?.kind === 'window' && { validFrom: OPENS }),
    },
  };
}

const TRAILED_PAIRS = 200;
const RUN_MS = 300_000;
/** Runs of the last 30 days before the orders are looked at. */
export const TRAILED_RUNS = 8_640;

/** The nth trailing order, from 0, placed somewhere in the last 30 days: its stop is 0.1% to 40% below the highest price. */
export function trailingOrder(n: number): OpenOrder {
  const order = openOrder(n);
  const placed = (n * 7_919) % TRAILED_RUNS;
  const uuid = order.terms.uuid.replace('-8000-', '-9000-') as OrderUuid;
  const bps = 10 + ((n * 104_729) % 3_990);
  const trigger = { kind: 'trail', ...pairOf(n % TRAILED_PAIRS), direction: 'lt', trail: { bps } } as const;
  const createdAt = new Date(PLACED_FROM + 86_400_000 - placed * RUN_MS);
  return { ...order, createdAt, terms: { ...order.terms, uuid, trigger } };
}

/** Scattered, like uuids chosen by owners. */
function uuidOf(n: number): OrderUuid {
  const hex = (seed: number) => (Math.imul(n + 1, seed) >>> 0).toString(16).padStart(8, '0');
  const [a, b, c] = [hex(0x9e3779b1), hex(0x85ebca6b), n.toString(16).padStart(8, '0')];
  return `${a}-${b.slice(0, 4)}-4${b.slice(4, 7)}-8000-${c}0000` as OrderUuid;
}

/** After the first 10,000, one in 20 waits for its window, and one in 20 has no trigger. */
function triggerOf(n: number): Condition | undefined {
  if (n < 100) return priceTrigger(n * 10, 'gt', '1.01');
  if (n < LURES) return priceTrigger(n, 'gt', '1.02');
  if (n % 20 === 1) return undefined;
  if (n % 20 === 2) return WINDOW;
  const far = (n * 7_919) % 1_000_000;
  const scattered = Math.floor(n / 20) + n;
  return n % 2 === 0
    ? priceTrigger(scattered, 'gt', `1.${100_000 + Math.floor(far * 0.9)}`)
    : priceTrigger(scattered, 'lt', `0.${Math.floor(100_000 + far * 0.8)}`);
}

const priceTrigger = (pair: number, direction: 'gt' | 'lt', target: string): PriceCondition => ({
  kind: 'price',
  ...pairOf(pair),
  direction,
  targetPrice: unwrap(parseTargetPrice(target)),
});

const WINDOW: WindowCondition = {
  kind: 'window',
  direction: 'gt',
  targetPrice: unwrap(parseTargetPrice('0')),
  baseAsset: 'USD',
};
