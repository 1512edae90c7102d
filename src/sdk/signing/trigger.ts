import { ratio, type TradedToken } from './amounts.js';
import { SigningError } from './errors.js';
import { refuseUnknownFields } from './known-fields.js';

/** A token price at which an order is sent. The server waits until it is confirmed: a momentary spike sends nothing. */
export type Trigger = {
  /** The token, or its contract id. */
  readonly token: TradedToken | string;
  /** Unit of the price: `USD`, the default, or a contract id. */
  readonly in?: string;
} & ({ readonly atOrAbove: string } | { readonly atOrBelow: string } | TrailingStop);

/**
 * A stop that follows the price at a distance: `'500bp'` and `'5%'` of the highest or lowest confirmed price since the order was placed,
 * or a price such as `'0.05'`. With `activation`, the stop counts once that price has been reached. Its terms must be signed.
 */
export type TrailingStop = (
  | { /** Sent when the price has fallen this far from its highest. */ readonly fallsFromHigh: string }
  | { /** Sent when the price has risen this far from its lowest. */ readonly risesFromLow: string }
) & { readonly activation?: string };

const FIXED = ['atOrAbove', 'atOrBelow'] as const;
const TRAILING = ['fallsFromHigh', 'risesFromLow'] as const;
const DISTANCES = [...FIXED, ...TRAILING];
const FORM =
  "when is 'asked', or a price such as { token: bitcoin, atOrBelow: '101000' }, { token: bitcoin, atOrAbove: '99000', in: 'USD' } or { token: bitcoin, fallsFromHigh: '5%' }";

/** The fields of an order for its trigger. */
export function triggerOf(trigger: Trigger) {
  if (Object(trigger) !== trigger) throw invalid(FORM);
  refuseUnknownFields('when', trigger, ['token', 'in', ...DISTANCES, 'activation'], FORM);
  const { token, in: baseAsset } = trigger;
  const given = DISTANCES.filter((name) => name in trigger);
  const [name] = given;
  if (token === undefined || name === undefined || given.length > 1) throw invalid(FORM);
  const value = (trigger as Readonly<Record<string, string>>)[name]!;
  return {
    conditionToken: typeof token === 'string' ? token : (token.base ?? token.contractId),
    direction: name === 'atOrAbove' || name === 'risesFromLow' ? 'gt' : 'lt',
    ...(name === 'atOrAbove' || name === 'atOrBelow' ? targetOf(value, trigger) : trailOf(value, trigger)),
    ...(baseAsset !== undefined && { baseAsset }),
  } as const;
}

function targetOf(targetPrice: string, trigger: Trigger) {
  if ('activation' in trigger) throw invalid('activation needs fallsFromHigh or risesFromLow');
  ratio(targetPrice);
  return { targetPrice };
}

function trailOf(distance: string, trigger: object) {
  const { activation } = trigger as { readonly activation?: string };
  if (activation !== undefined) ratio(activation);
  return { trail: trailFrom(distance), ...(activation !== undefined && { activationPrice: activation }) };
}

const BASIS_POINTS = /^([1-9][0-9]{0,3})bp$/;
const PERCENT = /^(0|[1-9][0-9]?)(?:\.([0-9]{1,2}))?%$/;

function trailFrom(distance: unknown): { readonly bps: number } | { readonly price: string } {
  if (typeof distance !== 'string') throw invalid(FORM);
  const [, points] = BASIS_POINTS.exec(distance) ?? [];
  const [, whole, hundredths = ''] = PERCENT.exec(distance) ?? [];
  const bps = whole === undefined ? points : whole + hundredths.padEnd(2, '0');
  if (bps === undefined) {
    ratio(distance);
    return { price: distance };
  }
  if (Number(bps) === 0) throw invalid(`${distance}: a stop trails by 1bp or more`);
  return { bps: Number(bps) };
}

const invalid = (message: string) => new SigningError(message, 'invalid-order');
