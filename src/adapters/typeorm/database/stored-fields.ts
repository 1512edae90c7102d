import { isObject } from '../../../domain/shared/fields.js';
import { bigintAsText, type JsonObject } from '../../../domain/shared/json.js';
import { toUnits, type Units } from '../../../domain/shared/units.js';

const UNIT_DIGITS = 39;
const DIGITS = /^[0-9]{1,39}$/;
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A number of up to 39 digits, padded so that texts sort as the numbers do. */
export const digits = (value: bigint): string => value.toString().padStart(UNIT_DIGITS, '0');

/** ISO 8601 in UTC: 24 characters that sort as the times do. */
export const isoTime = (time: Date): string => time.toISOString();

/** Text that sorts among stored times as the time does: outside the years 0 to 9999, ISO 8601 begins with a sign. */
export const isoBound = (time: Date): string => isoTime(time).replace(/^\+.*/, '~').replace(/^-.*/, '');

/** The document as JSON, with amounts as decimal text and times as ISO 8601, without undefined fields. */
export const json = (document: object): string => JSON.stringify(document, bigintAsText);

/** Reads a row or a stored JSON object field by field. Throws for a missing or malformed field, which only a bug can have stored. */
export class StoredFields {
  private readonly fields: Readonly<Record<string, unknown>>;

  /** @param where names the row in errors. Must not contain a secret. */
  constructor(
    row: object,
    private readonly where: string,
  ) {
    this.fields = row as Readonly<Record<string, unknown>>;
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

  boolean(name: string): boolean {
    const value = this.fields[name];
    return typeof value === 'boolean' ? value : this.refuse(name);
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

  /** The fields of each object of a list. */
  objects(name: string): readonly StoredFields[] {
    const value = this.fields[name];
    const isObjects = Array.isArray(value) && value.every(isObject);
    return isObjects
      ? value.map((item, n) => new StoredFields(item, `${this.where}.${name}.${n}`))
      : this.refuse(name);
  }

  /** The fields of an object that is stored as JSON text. */
  parsed(name: string): StoredFields {
    const value: unknown = JSON.parse(this.text(name));
    return isObject(value) ? new StoredFields(value, `${this.where}.${name}`) : this.refuse(name);
  }

  private refuse(name: string): never {
    throw new Error(`${this.where}: the stored ${name} is malformed`);
  }
}
