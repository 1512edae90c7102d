import type { Form } from './form.js';
import type { Typed } from './typed.js';

/** The names of the form's fields that may be wrong. */
export type FieldName = Exclude<
  keyof Form,
  'kind' | 'validity' | 'priceOf' | 'exitUnit' | 'everyUnit' | 'spanUnit'
>;

/** Inputs for drafting orders, besides the form. */
export interface DraftContext {
  /** Output of an immediate swap of the amount, less the slippage, smallest units; undefined without a quote. */
  readonly minimumReceived: string | undefined;
  /** Current time, Unix milliseconds. */
  readonly now: number;
}

/** Greatest slippage and price impact that the form accepts, percent. Servers accept a slippage of 5 by default, and of 50 at most. */
export const MOST_SLIPPAGE = 50;
export const MOST_IMPACT = 100;

/** Reads fields of the form, and records their problems. */
export interface Fields {
  /** Returns the value of a required field. Records a problem if the value is missing or wrong. */
  readonly need: (field: FieldName, typed: Typed) => string;
  /** Returns the value of an optional field, if it has one. Records a problem if the value is wrong. */
  readonly optional: (field: FieldName, typed: Typed) => string | undefined;
  /** Records a problem with a field, unless it has one already. */
  readonly wrong: (field: FieldName, problem: string) => void;
  readonly isAnyWrong: () => boolean;
}
