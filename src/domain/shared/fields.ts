import { closestName } from './closest-name.js';
import { err, ok, type Result } from './result.js';

/** A value read from unknown input. `reason` completes a sentence that starts with the field's name. */
export type Field<T> = Result<T, { readonly reason: string }>;

/** Reads a value from unknown input. */
export type Parse<T> = (raw: unknown) => Field<T>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a value; none if it is not an object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Whether the value is a whole number, 0 or more, that a double represents exactly. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Text of 1 to `longest` characters. */
export const text =
  (longest: number): Parse<string> =>
  (raw) =>
    typeof raw === 'string' && raw !== '' && raw.length <= longest
      ? ok(raw)
      : err({ reason: `must be text of 1 to ${longest} characters` });

/** 1 to `most` texts, separated by commas. */
export const commaSeparated =
  (most: number, what: string): Parse<readonly string[]> =>
  (raw) => {
    const items = typeof raw === 'string' ? raw.split(',').map((item) => item.trim()) : [];
    return items.length >= 1 && items.length <= most && items.every((item) => item !== '')
      ? ok(items)
      : err({ reason: `must be 1 to ${most} ${what}, separated by commas` });
  };

/** A whole number between the bounds, inclusive. */
export const whole =
  (min: number, max: number): Parse<number> =>
  (raw) =>
    typeof raw === 'number' && Number.isInteger(raw) && raw >= min && raw <= max
      ? ok(raw)
      : err({ reason: `must be a whole number from ${min} to ${max}` });

export const flag: Parse<boolean> = (raw) =>
  typeof raw === 'boolean' ? ok(raw) : err({ reason: 'must be true or false' });

export const oneOf =
  <T extends string>(...choices: readonly T[]): Parse<T> =>
  (raw) => {
    const value = choices.find((choice) => choice === raw);
    return value === undefined ? err({ reason: `must be ${choices.join(' or ')}` }) : ok(value);
  };

/** One or more of the known texts, each once, in the order given. */
export const someOf =
  <T extends string>(known: readonly T[]): Parse<readonly T[]> =>
  (raw) => {
    const isList = Array.isArray(raw) && raw.length > 0 && new Set(raw).size === raw.length;
    return isList && raw.every((item) => known.includes(item as T))
      ? ok(raw as readonly T[])
      : err({ reason: `must list one or more of ${known.join(', ')}, each once` });
  };

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** A copy without undefined fields. */
export function defined<T extends object>(fields: T): Defined<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept as Defined<T>;
}

/** Receives each problem with its path, such as `vaults[2].name`; the path of the document itself is empty. */
export type ReportProblem = (path: string, reason: string) => void;

/** Reads the fields of an object and reports each problem; returns undefined if there was any. */
export function readValid<T>(
  value: unknown,
  report: ReportProblem,
  read: (fields: Fields) => T | undefined,
): T | undefined {
  let isValid = true;
  const fields = new Fields(value, (path, reason) => {
    isValid = false;
    report(path, reason);
  });
  const content = read(fields);
  return isValid ? content : undefined;
}

/**
 * Reads an object of unknown input field by field. A field that is missing or malformed reads as undefined and is reported with
 * its path. A `null` counts as absent. Fields that are never read are ignored unless `refuseUnknown` reports them. The methods for
 * single fields may be destructured.
 */
export class Fields {
  private readonly values: Readonly<Record<string, unknown>>;

  constructor(
    value: unknown,
    private readonly report: ReportProblem,
    private readonly path = '',
  ) {
    if (!isObject(value)) report(path, 'must be an object');
    this.values = isObject(value) ? value : {};
  }

  /** The field, unparsed. */
  readonly raw = (name: string): unknown => this.values[name];

  /** Whether the field is present and not null. */
  readonly has = (name: string): boolean => this.values[name] !== undefined && this.values[name] !== null;

  /** Reports a problem with the field. */
  readonly problem = (name: string, reason: string): undefined => {
    this.report(this.pathOf(name), reason);
    return undefined;
  };

  /** Reads the field; if it is absent, the parser decides whether that is a problem. */
  readonly read = <T>(name: string, parse: Parse<T>): T | undefined => {
    const field = parse(this.values[name]);
    return field.ok ? field.value : this.problem(name, field.error.reason);
  };

  /** Like `read`, but reports an absent field as `is required`. */
  readonly required = <T>(name: string, parse: Parse<T>): T | undefined =>
    this.has(name) ? this.read(name, parse) : this.problem(name, 'is required');

  /** Like `read`, but an absent field is not a problem. */
  readonly optional = <T>(name: string, parse: Parse<T>): T | undefined =>
    this.has(name) ? this.read(name, parse) : undefined;

  /** Reports every unknown field, with the known name that was probably meant. */
  refuseUnknown(known: readonly string[]): void {
    for (const name of Object.keys(this.values)) {
      if (known.includes(name)) continue;
      const meant = closestName(name, known);
      this.problem(name, meant === undefined ? 'unknown field' : `unknown field; did you mean ${meant}?`);
    }
  }

  object(name: string): Fields {
    return new Fields(this.values[name], this.report, this.pathOf(name));
  }

  /** Reads each item of a list; items that read as undefined are left out. */
  list<T>(name: string, parse: Parse<T>): T[] {
    return this.items(name).flatMap((item, index) => {
      const field = parse(item);
      if (field.ok) return [field.value];
      this.problem(`${name}[${index}]`, field.error.reason);
      return [];
    });
  }

  /** Like `list`, for items that are objects. */
  objects<T>(name: string, read: (item: Fields) => T | undefined): T[] {
    return this.items(name).flatMap((value, index) => {
      const item = read(new Fields(value, this.report, this.pathOf(`${name}[${index}]`)));
      return item === undefined ? [] : [item];
    });
  }

  private items(name: string): readonly unknown[] {
    const value = this.values[name];
    if (Array.isArray(value)) return value;
    this.problem(name, 'must be a list');
    return [];
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}
