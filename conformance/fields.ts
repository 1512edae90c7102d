import { clausesOf, Skipped, type Clause, type Need } from './clause.js';
import { demand, isRecord } from './expect.js';
import type { World } from './world.js';

/** Kind of values that a field holds: in words, and as a check. */
export interface Kind {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
}

const kind = (words: string, fits: (value: unknown) => boolean): Kind => ({ words, fits });
const textOf = (words: string, pattern: RegExp) =>
  kind(words, (value) => typeof value === 'string' && pattern.test(value));

export const TEXT = kind('text', (value) => typeof value === 'string');
export const NUMBER = kind('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const WHOLE = kind('a whole number', Number.isInteger);
export const FLAG = kind('a boolean', (value) => typeof value === 'boolean');
export const OBJECT = kind('an object', isRecord);
export const LIST = kind('a list', Array.isArray);
export const UNITS = textOf('a string of an integer', /^\d+$/);
export const ISO = textOf('an ISO 8601 time', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/);
export const ID = textOf('a contract id or .stx', /^(\.stx|S[0-9A-Z]{27,40}\.[a-zA-Z][\w-]*)$/);
export const ADDRESS = textOf('an address', /^S[0-9A-Z]{27,40}$/);
export const TXID = textOf('a transaction id in hex', /^(0x)?[0-9a-f]{64}$/);
export const orNull = ({ words, fits }: Kind): Kind =>
  kind(`${words} or null`, (value) => value === null || fits(value));
export const oneOf = (...values: readonly unknown[]): Kind =>
  kind(`one of ${values.join(', ')}`, (value) => values.includes(value));

/** A field table of the contract. A `?` after the name means that the field may be absent. */
export type FieldTable = Readonly<Record<string, Kind>>;

/** Returns records that the table describes, as the server sends them. */
export type Sample = (world: World) => Promise<readonly Record<string, unknown>[]>;

/** Clauses for the rows of a field table. Each row is checked against every record of the sample. */
export function fieldClauses(
  area: string,
  thing: string,
  table: FieldTable,
  sample: Sample,
  ...needs: readonly Need[]
): readonly Clause[] {
  const clause = clausesOf(area);
  return Object.entries(table).map(([row, { words, fits }]) => {
    const name = row.replace('?', '');
    const mayBeAbsent = row.endsWith('?');
    const check = async (world: World) => {
      const records = await sample(world);
      if (records.length === 0) throw new Skipped(`no ${thing} to look at`);
      for (const record of records) {
        const value = record[name];
        if (value === undefined && mayBeAbsent) continue;
        demand(fits(value), `${name}: ${words}`, value);
      }
    };
    return clause(
      `${thing}: ${name}${mayBeAbsent ? ', where it is given,' : ''} is ${words}`,
      check,
      ...needs,
    );
  });
}
