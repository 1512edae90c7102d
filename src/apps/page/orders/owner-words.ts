import type { Order } from '../../../sdk/client/index.js';
import { oneLine } from '../../../sdk/words/names.js';

const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;
const MOST = 20_000;

/** The owner's own object as JSON text with invisible characters escaped; undefined if the order has none. */
export function ownObjectText({ metadata }: Order): string | undefined {
  if (metadata === undefined) return undefined;
  const { quote: _, ...own } = metadata;
  if (Object.keys(own).length === 0) return undefined;
  const text = JSON.stringify(own, undefined, 2).replace(
    INVISIBLE,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

const PLANS: Readonly<Partial<Record<Order['kind'], string>>> = {
  oco: 'Stop loss and take profit',
  bracket: 'Entry and exits',
  recurring: 'Recurring buys',
  twap: 'TWAP',
};
const GENERATED = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Name of the order's plan: its owner's, or what the plan is if the id was generated; a dash without a plan. */
export function planName({ strategyId, kind }: Pick<Order, 'strategyId' | 'kind'>): string {
  if (strategyId === undefined) return '–';
  return GENERATED.test(strategyId) ? (PLANS[kind] ?? 'Plan') : oneLine(strategyId, 24);
}

/** Place of an order in its plan, such as `dca, 2 of 10`. */
export function placeInPlan({ strategyType, strategyPosition, strategySize }: Order): string {
  const type = strategyType === undefined ? '' : oneLine(strategyType, 24);
  const place =
    strategyPosition === undefined
      ? ''
      : `${strategyPosition}${strategySize === undefined ? '' : ` of ${strategySize}`}`;
  return [type, place].filter(Boolean).join(', ');
}
