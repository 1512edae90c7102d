import { parseContractId, STX, type ContractId } from '../../domain/shared/contract-id.js';
import type { Network } from '../../domain/shared/network.js';
import { sha256 } from './hashing.js';

/** Where the problems of one document are gathered. */
export interface Reading {
  readonly network: Network;
  /** `<path>: <what is wrong>`, in the order in which they were found. */
  readonly problems: string[];
}

/**
 * Reads an object of an untrusted JSON document field by field. A field that is missing or wrong reads as undefined and
 * is noted by its path; `null` and absent are the same. Fields that are not read are ignored.
 */
export class FieldReader {
  private readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    value: unknown,
    private readonly path: string,
    private readonly reading: Reading,
  ) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) reading.problems.push(`${path || 'the document'}: must be an object`);
    this.fields = isObject ? (value as Record<string, unknown>) : {};
  }

  /** Notes a problem with the field. */
  problem(field: string, what: string): undefined {
    this.reading.problems.push(`${this.pathOf(field)}: ${what}`);
    return undefined;
  }

  has(field: string): boolean {
    return this.fields[field] !== undefined && this.fields[field] !== null;
  }

  /** Text of 1 to 1,000 characters. */
  text(field: string): string | undefined {
    const value = this.fields[field];
    if (typeof value === 'string' && value !== '' && value.length <= 1_000) return value;
    return this.problem(field, 'must be text of 1 to 1000 characters');
  }

  integer(field: string, min: number, max: number): number | undefined {
    const value = this.fields[field];
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    return this.problem(field, `must be a whole number from ${min} to ${max}`);
  }

  flag(field: string): boolean | undefined {
    const value = this.fields[field];
    return typeof value === 'boolean' ? value : this.problem(field, 'must be true or false');
  }

  oneOf<T extends string>(field: string, choices: readonly T[]): T | undefined {
    const value = this.fields[field];
    return (
      choices.find((choice) => choice === value) ?? this.problem(field, `must be ${choices.join(' or ')}`)
    );
  }

  /** A contract id of the network, or `.stx`. */
  token(field: string): ContractId | undefined {
    const id = parseContractId(this.fields[field], this.reading.network, sha256);
    return id.ok ? id.value : this.problem(field, id.error.reason);
  }

  /** A contract id of the network; `.stx` is no contract. */
  contract(field: string): ContractId | undefined {
    return this.fields[field] === STX ? this.problem(field, 'must be a contract') : this.token(field);
  }

  /** A contract id, or undefined where published listings write none: absent, null or empty. */
  optionalContract(field: string): ContractId | undefined {
    return this.has(field) && this.fields[field] !== '' ? this.contract(field) : undefined;
  }

  object(field: string): FieldReader {
    return new FieldReader(this.fields[field], this.pathOf(field), this.reading);
  }

  /** Reads each item of a list of objects; those that read as undefined are left out. */
  list<T>(field: string, read: (item: FieldReader) => T | undefined): T[] {
    return this.items(field).flatMap((value, at) => {
      const item = read(new FieldReader(value, `${this.pathOf(field)}[${at}]`, this.reading));
      return item === undefined ? [] : [item];
    });
  }

  /** A list of contract ids. */
  tokens(field: string): ContractId[] {
    return this.items(field).flatMap((value, at) => {
      const id = parseContractId(value, this.reading.network, sha256);
      if (id.ok) return [id.value];
      this.problem(`${field}[${at}]`, id.error.reason);
      return [];
    });
  }

  private items(field: string): readonly unknown[] {
    const value = this.fields[field];
    if (Array.isArray(value)) return value;
    this.problem(field, 'must be a list');
    return [];
  }

  private pathOf(field: string): string {
    return this.path === '' ? field : `${this.path}.${field}`;
  }
}
