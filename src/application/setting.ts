import type { Parse } from '../domain/shared/fields.js';
import type { Result } from '../domain/shared/result.js';

/** Rules for reading the text of a variable. */
export interface Form<T> {
  /** Requirement for the text, as it follows "must be". */
  readonly wanted: string;
  /** Returns undefined for unusable text. */
  readonly read: (raw: string) => T | undefined;
}

/** One setting, in the only place that describes it. Types, checks, the server's configuration and the docs derive from it. */
export interface Setting {
  /** Description: a phrase in Markdown, with links relative to docs/reference. */
  readonly about: string;
  /** Default value; absent or undefined if there is none. */
  readonly byDefault?: unknown;
  /** Check of the value given by a program. Undefined is also allowed if that is the default. */
  readonly check?: Parse<unknown>;
  /** Name of the environment variable from which the server reads it. */
  readonly env?: string;
  readonly form?: Form<unknown>;
  /** Default of the server, if different. */
  readonly inServer?: unknown;
  /** Default of the server on a devnet, if different. */
  readonly onDevnet?: unknown;
  /** The server's default in words, if it follows from other settings. */
  readonly defaultWords?: string;
  /** Value of the variable that means undefined. */
  readonly none?: unknown;
  /** Whether the value must never be shown. */
  readonly isSecret?: true;
}

/** A setting for programs. */
export type CheckedSetting = Setting & { readonly check: Parse<unknown>; readonly byDefault: unknown } & (
    Variable | { readonly env?: never }
  );
/** A setting that the server reads. */
export type Variable = Setting & { readonly env: string; readonly form: Form<unknown> };

/** Settings by name, some in groups. */
export type Table<S extends Setting = Setting> = Readonly<Record<string, S | Readonly<Record<string, S>>>>;

type Usable<R> = R extends { readonly about: string }
  ? Setting & {
      readonly [D in 'byDefault' | 'inServer' | 'onDevnet']?: R extends
        { readonly form: Form<infer V> } | { readonly check: Parse<infer V> }
        ? V | undefined
        : never;
    }
  : { readonly [K in keyof R]: Usable<R[K]> };

/** Declares settings; a default that is not a valid value does not compile. */
export const settings = <const T extends Table>(table: T & { readonly [K in keyof T]: Usable<T[K]> }): T =>
  table;

/** Value of a setting in a program. */
export type SettingValue<R> = R extends {
  readonly check: (raw: unknown) => Result<infer V, unknown>;
  readonly byDefault: infer D;
}
  ? V | (undefined extends D ? undefined : never)
  : { readonly [K in keyof R]?: SettingValue<R[K]> };

type DefaultOf<R> =
  | (R extends { readonly inServer: infer D } | { readonly byDefault: infer D } ? D : undefined)
  | (R extends { readonly onDevnet: infer D } ? D : never)
  | (R extends { readonly none: unknown } ? undefined : never);

/** Values of the settings that the server reads. */
export type ReadValues<T> = {
  readonly [
    K in keyof T as T[K] extends { readonly about: string; readonly env?: never } ? never : K
  ]: T[K] extends { readonly form: Form<infer V> }
    ? V | (undefined extends DefaultOf<T[K]> ? undefined : never)
    : ReadValues<T[K]>;
};

/** Name of each variable. */
export type VariableName<T> = {
  [K in keyof T]: T[K] extends { readonly env: infer N extends string }
    ? N
    : T[K] extends { readonly about: string }
      ? never
      : VariableName<T[K]>;
}[keyof T];

/** Whether the row is a single setting rather than a group. */
export const isSetting = (row: Table[string]): row is Setting => typeof row.about === 'string';

/** The server's default of a setting. */
export const serverDefault = (row: Setting, isDevnet: boolean): unknown =>
  isDevnet && 'onDevnet' in row ? row.onDevnet : 'inServer' in row ? row.inServer : row.byDefault;
