import type { Alert, ListedToken, NewAlert } from '../../../sdk/client/index.js';
import { priceWords, type TokenWords } from '../../../sdk/words/token-words.js';
import { typedAmount, typedNumber, typedPercent, type Typed } from '../swap/model/typed.js';
import { baseId } from '../live/base-id.js';
import { PERCENT, spelled } from '../../../sdk/words/language.js';

/** Kinds of alerts that the form offers. */
export type AlertKind = 'price' | 'move' | 'balance';

/** Input of the visitor for an alert, as typed and chosen. */
export interface AlertForm {
  readonly kind: AlertKind;
  readonly token: ListedToken | undefined;
  readonly direction: 'above' | 'below';
  /** Price in dollars, move in percent, or balance in whole tokens. */
  readonly bound: string;
  /** Time of a move, seconds. */
  readonly seconds: number;
  readonly note: string;
}

export const EMPTY_ALERT: AlertForm = {
  kind: 'price',
  token: undefined,
  direction: 'above',
  bound: '',
  seconds: 3_600,
  note: '',
};

/** Greatest move of an alert, percent. */
const MOST_MOVE = 10_000;
const MOST_NOTE = 140;

/** Problem with the bound; undefined if there is none. */
export const boundProblem = (form: AlertForm): string | undefined => boundOf(form).problem;

function boundOf({ kind, token, bound }: AlertForm): Typed {
  if (kind === 'price') return typedNumber(bound);
  if (kind === 'balance') return token === undefined ? {} : typedAmount(bound, token);
  const typed = typedPercent(bound, MOST_MOVE);
  return typed.value !== undefined && bpsOf(typed.value) < 1 ? { problem: 'At least 0.01%.' } : typed;
}

const bpsOf = (fraction: string): number => Math.round(Number(fraction) * 10_000);

/** The alert that the form asks for; undefined while something is missing or wrong. */
export function newAlertOf(form: AlertForm): NewAlert | undefined {
  const { kind, token, direction, seconds } = form;
  const { value } = boundOf(form);
  if (token === undefined || value === undefined) return undefined;
  const note = form.note.trim().slice(0, MOST_NOTE);
  const noted = note === '' ? {} : { note };
  switch (kind) {
    case 'price':
      return { kind, token: baseId(token), direction, price: value, ...noted };
    case 'move':
      return { kind, token: baseId(token), bps: bpsOf(value), seconds, ...noted };
    case 'balance':
      return { kind, token: token.contractId, direction, amount: value, ...noted };
  }
}

/** Condition of an alert in words: `STX at or above $2.50`. `balanceName` tells the watched balance apart: `to trade`. */
export function alertText(alert: Alert, words: TokenWords, balanceName?: string): string {
  const { kind, token, direction, price = '0', baseAsset, bps = 0, seconds = 0, amount = '0' } = alert;
  const name = words.symbol(token);
  const bound = direction === 'above' ? 'at or above' : 'at or below';
  switch (kind) {
    case 'price':
      return `${name} ${bound} ${priceWords(price, baseAsset, words)}`;
    case 'move':
      return `${name} moves by ${spelled(String(bps / 100))}% within ${spanText(seconds)}`;
    case 'balance':
      return `Your balance${balanceName === undefined ? '' : ` ${balanceName}`} ${bound} ${words.amount(amount, token)}`;
    case 'stale':
      return `${name} has no fresh price`;
    case 'thin':
      return `${name} is thin: small trades move it`;
  }
}

/** A time of a move, in the largest whole unit. */
export function spanText(seconds: number): string {
  if (seconds % 3_600 !== 0) return `${seconds / 60} minutes`;
  return seconds === 3_600 ? '1 hour' : `${seconds / 3_600} hours`;
}

/** Figure at which an alert fired, in words; undefined if it has not fired, or has no value. */
export function firedAtText({ kind, token, baseAsset, value }: Alert, words: TokenWords): string | undefined {
  if (value === null) return undefined;
  if (kind === 'price') return priceWords(value, baseAsset, words);
  if (kind === 'balance') return words.amount(value, token);
  return kind === 'move'
    ? `${Number(value) > 0 ? '+' : ''}${spelled(String(Number(value) / 100))}${PERCENT}`
    : undefined;
}

/** Notice of a firing: `Alert: STX at or above $2.50, now $2.51`. */
export function firingText(alert: Alert, words: TokenWords, balanceName?: string): string {
  const at = firedAtText(alert, words);
  const note = alert.note === undefined ? '' : ` (${alert.note})`;
  return `Alert: ${alertText(alert, words, balanceName)}${at === undefined ? '' : `, now ${at}`}${note}`;
}
