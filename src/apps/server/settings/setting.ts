/** Rules for reading the text of a variable. */
export interface Form<T> {
  /** Requirement for the text, as it follows "must be". */
  readonly wanted: string;
  /** Returns undefined for text that is unusable. */
  readonly read: (raw: string) => T | undefined;
}

/** One environment variable: its documentation and how it is read. */
export interface Setting<T = unknown> {
  readonly form: Form<unknown>;
  /** Description for operators: a phrase in Markdown, with links relative to docs/reference. */
  readonly about: string;
  /** Value if the variable is absent. */
  readonly byDefault: T;
  /** The same on a devnet, if that differs. */
  readonly onDevnet?: T;
  /** The default in words, if it follows from other settings. */
  readonly defaultWords?: string;
  /** Whether its value must never be shown. */
  readonly isSecret?: true;
}

interface Declared<T> extends Omit<Setting<T>, 'form' | 'byDefault'> {
  readonly form: Form<T>;
}

/**
 * Declares a setting. Without a default its value may be undefined.
 *
 * @example setting({ form: integer(0, 65_535), byDefault: 3000, about: 'listening port' })
 */
export function setting<T>(spec: Declared<T> & { readonly byDefault: NoInfer<T> }): Setting<T>;
export function setting<T>(spec: Declared<T>): Setting<T | undefined>;
export function setting<T>(spec: Declared<T> & { readonly byDefault?: NoInfer<T> }): Setting<T | undefined> {
  return { ...spec, byDefault: spec.byDefault };
}
