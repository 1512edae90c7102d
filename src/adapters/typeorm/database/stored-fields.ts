import type { JsonObject } from '../../../domain/shared/json.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';

const UNIT_DIGITS = 39;
const DIGITS = /^[0-9]{1,39}$/;
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A number of up to 39 digits as text that sorts as the numbers do. */
export const digits = (value: bigint): string => value.toString().padStart(UNIT_DIGITS, '0');

/** 24 characters that sort as the times do. */
export const isoTime = (time: Date): string => time.toISOString();

/** JSON in which amounts are decimal text and times are ISO 8601; absent fields are left out. */
export const json = (document: object): string =>
  JSON.stringify(document, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/**
 * A row or a stored JSON object, read field by field. A field that is missing or of the wrong kind is no outcome to
 * handle: something else than this program wrote it, so it is thrown.
 */
export class StoredFields {
  private constructor(
    private readonly fields: Readonly<Record<string, unknown>>,
    /** For errors: says which row it is and holds no secret. */
    private readonly where: string,
  ) {}

  static of(row: object, where: string): StoredFields {
    return new StoredFields({ ...row }, where);
  }

  has(name: string): boolean {
    return this.fields[name] !== undefined && this.fields[name] !== null;
  }

  text<T extends string = string>(name: string): T {
    const value = this.fields[name];
    return typeof value === 'string' ? (value as T) : this.refuse(name);
  }

  texts<T extends string = string>(name: string): T[] {
    const value = this.fields[name];
    const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string');
    return isTexts ? (value as T[]) : this.refuse(name);
  }

  oneOf<T extends string>(name: string, known: readonly T[]): T {
    const value = known.find((each) => each === this.fields[name]);
    return value ?? this.refuse(name);
  }

  number(name: string): number {
    const value = this.fields[name];
    return typeof value === 'number' ? value : this.refuse(name);
  }

  bigint(name: string): bigint {
    const value = this.fields[name];
    return typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : this.refuse(name);
  }

  units(name: string): Units {
    return toUnits(this.bigint(name));
  }

  time(name: string): Date {
    const value = this.fields[name];
    return typeof value === 'string' && TIME.test(value) ? new Date(value) : this.refuse(name);
  }

  object(name: string): JsonObject {
    const value = this.fields[name];
    return isObject(value) ? (value as JsonObject) : this.refuse(name);
  }

  /** The fields of an object inside this one. */
  inside(name: string): StoredFields {
    return new StoredFields(this.object(name), `${this.where}.${name}`);
  }

  /** The fields of an object that is stored as JSON text. */
  parsed(name: string): StoredFields {
    const value: unknown = JSON.parse(this.text(name));
    return isObject(value) ? new StoredFields(value, `${this.where}.${name}`) : this.refuse(name);
  }

  /** A JSON text column whose content is the program's own to read. */
  document(name: string): JsonObject {
    return this.parsed(name).fields as JsonObject;
  }

  private refuse(name: string): never {
    throw new Error(`${this.where}: the stored ${name} is not what it must be`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
