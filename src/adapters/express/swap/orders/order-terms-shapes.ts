import { CONFIRMATION_RANGES, type TriggerGuards } from '../../../../domain/order/conditions/guards.js';
import { BPS_RANGE } from '../../../../domain/order/conditions/trail.js';
import type { ConditionFields } from '../../../../domain/order/conditions/rules.js';
import { number, object, text, whole, wordOf, type JsonSchema } from '../../schema/schema.js';

const price = (description: string) =>
  text(`${description}; decimal number, 0 or more, up to 18 decimals`, {
    pattern: '^(0|[1-9][0-9]{0,38})(\\.[0-9]{1,18})?$',
    'x-unit': 'baseAsset per conditionToken',
  });

/** The parts of a trigger, as in requests and responses. */
export const TRIGGER = {
  conditionToken: text('token whose price is watched, by contract id; * for only a time window'),
  targetPrice: price('the price to reach; absent with trail'),
  direction: wordOf({ gt: 'at or above the target', lt: 'at or below it' }, 'prices that trigger the order'),
  baseAsset: text('unit of the price: a contract id, or USD'),
  trail: object(
    {
      bps: whole('basis points of the mark: 500 is 5%', BPS_RANGE),
      price: price('a price above 0'),
    },
    {
      optional: ['bps', 'price'],
      description:
        'one of the two, in place of targetPrice: distance of the stop below the highest confirmed price since the order was placed (direction lt), or above the lowest (gt); requires termsSignature',
    },
  ),
  activationPrice: price(
    'with trail: the stop counts once the highest price is at least this, or the lowest at most',
  ),
} as const satisfies Readonly<Record<keyof ConditionFields, JsonSchema>>;

export const FRACTION = { minimum: 0, 'x-unit': 'fraction' } as const;

/** The bounds of a swap, as in requests and responses. */
export const BOUNDS = {
  slippage: number(
    'distance that the swap’s amounts may move before the chain aborts it, instead of the server’s own setting; such an order takes only routes that the chain can hold to it',
    { ...FRACTION, maximum: 0.5 },
  ),
  maxPriceImpact: number(
    'the order waits while its swap’s price impact is higher; when absent, 0.05 for an order that runs by itself, and unlimited for an execute',
    { ...FRACTION, maximum: 1 },
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const DOLLARS = { minimum: 0, 'x-unit': 'US dollars' } as const;

/** Guards that hold back a price trigger, as in requests and responses. */
export const GUARDS = {
  minLiquidityUsd: number(
    'nothing triggers the order while the pools of conditionToken, or of baseAsset, hold less; when absent, SLUICE_MIN_LIQUIDITY_USD, which is 1000 by default',
    DOLLARS,
  ),
  confirm: object(
    {
      blocks: whole(
        'still met on the reserves of this many blocks after the run',
        CONFIRMATION_RANGES.blocks,
      ),
      runs: whole('met in this many consecutive five-minute runs', CONFIRMATION_RANGES.runs),
      minutes: whole('met by the average over the runs of this many minutes', CONFIRMATION_RANGES.minutes),
    },
    {
      optional: ['blocks', 'runs', 'minutes'],
      description:
        'time that the price must hold before the order is sent: one of the three; blocks: 2 when absent',
    },
  ),
} as const satisfies Readonly<Record<keyof TriggerGuards, JsonSchema>>;
