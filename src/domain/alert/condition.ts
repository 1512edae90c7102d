import { label } from '../order/terms/draft-fields.js';
import { parseBaseAsset } from '../order/conditions/price.js';
import { parseTargetPrice, type BaseAsset } from '../order/conditions/price-ratio.js';
import { GRID_SECONDS } from '../price-series/price.js';
import type { ContractId } from '../shared/contract-id.js';
import {
  defined,
  oneOf,
  readValid,
  whole,
  type Fields,
  type Parse,
  type ReportProblem,
} from '../shared/fields.js';
import { err, ok } from '../shared/result.js';
import { parseUnits } from '../shared/units.js';

/** Side of a bound on which an alert fires; the bound itself counts. */
export type AlertDirection = 'above' | 'below';

/** Condition of an alert, as plain JSON: prices and amounts are decimal text. */
export type AlertCondition =
  | {
      readonly kind: 'price';
      readonly token: ContractId;
      readonly direction: AlertDirection;
      /** Price of the token in `baseAsset`. */
      readonly price: string;
      readonly baseAsset: BaseAsset;
    }
  | {
      readonly kind: 'move';
      readonly token: ContractId;
      /** Basis points by which the dollar price rises or falls. */
      readonly bps: number;
      /** Time within which it does so, a multiple of 300. */
      readonly seconds: number;
    }
  | { readonly kind: 'stale' | 'thin'; readonly token: ContractId }
  | {
      readonly kind: 'balance';
      readonly token: ContractId;
      readonly direction: AlertDirection;
      /** Amount in the token's smallest units. */
      readonly amount: string;
    };

/** Kinds of conditions, with the fields that each has besides `token`. */
export const ALERT_KINDS = {
  price: ['direction', 'price', 'baseAsset'],
  move: ['bps', 'seconds'],
  stale: [],
  thin: [],
  balance: ['direction', 'amount'],
} as const satisfies Readonly<Record<AlertCondition['kind'], readonly string[]>>;

export type AlertKind = keyof typeof ALERT_KINDS;

export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as readonly AlertKind[];

/** Ranges of a move: basis points, and seconds in whole five-minute runs. */
export const MOVE_BPS = { minimum: 1, maximum: 1_000_000 } as const;
export const MOVE_SECONDS = { minimum: GRID_SECONDS, maximum: 86_400, multipleOf: GRID_SECONDS } as const;

/** Maximum length of a note, in UTF-16 units. */
export const MAX_NOTE = 140;

/** Terms that an owner chooses for an alert. */
export interface AlertTerms {
  readonly condition: AlertCondition;
  /** Text for the owner; it has no effect. */
  readonly note?: string;
}

/** Names of all fields of an alert's terms. */
export const ALERT_FIELDS: readonly string[] = [
  'kind',
  'token',
  ...new Set(Object.values(ALERT_KINDS).flat()),
  'note',
];

/**
 * Reads an alert's terms from a signed message or a body; undefined if any is invalid, with each problem reported.
 *
 * @param token parses the id of a token that can be watched.
 */
export const readAlertTerms = (
  message: Readonly<Record<string, unknown>>,
  token: Parse<ContractId>,
  report: ReportProblem,
): AlertTerms | undefined =>
  readValid(message, report, (fields) => {
    const kind = fields.required('kind', oneOf(...ALERT_KIND_NAMES));
    const note = fields.optional('note', label(MAX_NOTE));
    const condition = kind && readCondition(kind, fields, token);
    return condition === undefined ? undefined : { condition, ...defined({ note }) };
  });

function readCondition(
  kind: AlertKind,
  fields: Fields,
  parseToken: Parse<ContractId>,
): AlertCondition | undefined {
  const { required, optional } = fields;
  const own: readonly string[] = ALERT_KINDS[kind];
  for (const name of new Set(Object.values(ALERT_KINDS).flat()))
    if (fields.has(name) && !own.includes(name)) fields.problem(name, `is no field of the kind ${kind}`);
  const token = required('token', parseToken);
  const direction = own.includes('direction') ? required('direction', oneOf('above', 'below')) : undefined;
  switch (kind) {
    case 'price': {
      const price = required('price', parsePrice);
      const baseAsset = optional('baseAsset', parseBaseAsset(parseToken)) ?? 'USD';
      if (baseAsset === token) fields.problem('baseAsset', 'must be another token than token');
      return token !== undefined && direction !== undefined && price !== undefined
        ? { kind, token, direction, price, baseAsset }
        : undefined;
    }
    case 'move': {
      const bps = required('bps', whole(MOVE_BPS.minimum, MOVE_BPS.maximum));
      const seconds = required('seconds', parseSeconds);
      return token !== undefined && bps !== undefined && seconds !== undefined
        ? { kind, token, bps, seconds }
        : undefined;
    }
    case 'stale':
    case 'thin':
      return token && { kind, token };
    case 'balance': {
      const amount = required('amount', parseAmount);
      return token !== undefined && direction !== undefined && amount !== undefined
        ? { kind, token, direction, amount }
        : undefined;
    }
  }
}

const parsePrice: Parse<string> = (raw) => {
  const price = parseTargetPrice(raw);
  if (!price.ok) return price;
  return price.value.scaled > 0n ? ok(price.value.text) : err({ reason: 'must be above 0' });
};

const parseAmount: Parse<string> = (raw) => {
  const amount = parseUnits(raw);
  return amount.ok ? ok(amount.value.toString()) : amount;
};

const parseSeconds: Parse<number> = (raw) => {
  const { minimum, maximum, multipleOf } = MOVE_SECONDS;
  const seconds = whole(minimum, maximum)(raw);
  if (!seconds.ok || seconds.value % multipleOf === 0) return seconds;
  return err({ reason: `must be a multiple of ${multipleOf}, the seconds between two recorded prices` });
};
