import type { EntitySchemaColumnOptions } from 'typeorm';
import { isObject } from '../../../domain/shared/fields.js';
import { isoTime, json, TIME } from './stored-fields.js';

// Columns of entity schemas, by the type of their property.

type Column = EntitySchemaColumnOptions;

export const text = (name: string): Column => ({ name, type: 'text' });

export const integer = (name: string): Column => ({ name, type: 'integer' });

/** A whole number up to 2^53, which Postgres returns as text. */
export const count = (name: string): Column => converted(name, 'bigint', Number);

/** A boolean, stored as 1 or 0. */
export const flag = (name: string): Column => converted(name, 'integer', (stored) => stored === 1, Number);

/** A `Date`, stored as ISO 8601 in UTC, 24 characters. */
export const time = (name: string): Column =>
  converted(name, 'text', (stored) => (TIME.test(stored) ? new Date(stored) : undefined), isoTime);

/** One of the texts. */
export const oneOf = <T extends string>(name: string, known: readonly T[]): Column =>
  converted(name, 'text', (stored) => known.find((each) => each === stored));

/** A list of at least one item, all of which meet the condition; stored as JSON. */
export const listOf = (name: string, isItem: (item: unknown) => boolean): Column =>
  converted(
    name,
    'text',
    parsed((list) => Array.isArray(list) && list.length > 0 && list.every(isItem)),
    JSON.stringify,
  );

/** A JSON object with its fields in order. */
export const document = (name: string): Column => converted(name, 'text', parsed(isObject), json);

/** Reads JSON; undefined if it does not meet the condition. */
function parsed(isValid: (value: unknown) => boolean): (stored: string) => object | undefined {
  return (stored) => {
    const value: unknown = JSON.parse(stored);
    return isValid(value) ? (value as object) : undefined;
  };
}

export const primary = (column: Column): Column => ({ ...column, primary: true });

export const nullable = (column: Column): Column => ({ ...column, nullable: true });

interface StoredTypes {
  readonly text: string;
  readonly integer: number;
  /** Text on Postgres. */
  readonly bigint: number | string;
}

/** Null passes unchanged. `read` returns undefined for a malformed value, which throws: this program did not store it. */
function converted<Type extends keyof StoredTypes, Value>(
  name: string,
  type: Type,
  read: (stored: StoredTypes[Type]) => Value | undefined,
  write: (value: Value) => unknown = (value) => value,
): Column {
  return {
    name,
    type,
    transformer: {
      to: (value: Value | null | undefined) => (value === null || value === undefined ? value : write(value)),
      from: (stored: StoredTypes[Type] | null) => {
        const value = stored === null ? null : read(stored);
        if (value === undefined) throw new Error(`the stored ${name} is malformed`);
        return value;
      },
    },
  };
}
