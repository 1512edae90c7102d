import type { EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';
import type { JsonObject } from '../../../domain/shared/json.js';
import { isoTime, json, TIME } from './stored-fields.js';

type Column = EntitySchemaColumnOptions;

/** Columns of entity schemas, by what their property holds. A stored value of another kind is a bug, and thrown. */
export const text = (name: string): Column => ({ name, type: 'text' });

export const integer = (name: string): Column => ({ name, type: 'integer' });

/** A whole number up to 2^53, which Postgres returns as text. */
export const count = (name: string): Column =>
  transformed(
    name,
    'bigint',
    (value: number) => value,
    (stored) => Number(stored),
  );

/** A boolean, stored as 1 or 0. */
export const flag = (name: string): Column =>
  transformed(
    name,
    'integer',
    (value: boolean) => (value ? 1 : 0),
    (stored) => stored === 1,
  );

/** A `Date`, stored as ISO 8601 in UTC, 24 characters. */
export const time = (name: string): Column =>
  transformed(name, 'text', isoTime, (stored) =>
    TIME.test(String(stored)) ? new Date(String(stored)) : undefined,
  );

/** One of the texts. */
export const oneOf = <T extends string>(name: string, known: readonly T[]): Column =>
  transformed(
    name,
    'text',
    (value: T) => value,
    (stored) => known.find((each) => each === stored),
  );

/** A list of at least one item, all of which meet the condition; stored as JSON. */
export const listOf = <T>(name: string, isItem: (item: unknown) => item is T): Column =>
  transformed(
    name,
    'text',
    (value: readonly T[]) => JSON.stringify(value),
    (stored) => {
      const list: unknown = JSON.parse(String(stored));
      return Array.isArray(list) && list.length > 0 && list.every(isItem)
        ? (list as readonly T[])
        : undefined;
    },
  );

/** A JSON object, its fields in their order. */
export const document = (name: string): Column =>
  transformed(name, 'text', json, (stored) => {
    const value: unknown = JSON.parse(String(stored));
    return typeof value === 'object' && !Array.isArray(value)
      ? ((value as JsonObject | null) ?? undefined)
      : undefined;
  });

export const primary = (column: Column): Column => ({ ...column, primary: true });

export const nullable = (column: Column): Column => ({ ...column, nullable: true });

/** Null passes unchanged. `read` returns undefined for what this program never stores. */
function transformed<T>(
  name: string,
  type: 'text' | 'integer' | 'bigint',
  write: (value: T) => string | number,
  read: (stored: unknown) => T | undefined,
): Column {
  const transformer: ValueTransformer = {
    to: (value: T | null | undefined) => (value === null || value === undefined ? value : write(value)),
    from: (stored: unknown) => {
      if (stored === null || stored === undefined) return stored;
      const value = read(stored);
      if (value === undefined) throw new Error(`the stored ${name} is malformed`);
      return value;
    },
  };
  return { name, type, transformer };
}
