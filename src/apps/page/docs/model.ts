/** Index written by scripts/build-docs.mjs. */
export interface DocsIndex {
  readonly rooms: readonly Room[];
  readonly areas: readonly AreaEntry[];
}

export interface Room {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly pages: readonly { readonly id: string; readonly title: string; readonly file: string }[];
}

export interface AreaEntry {
  readonly name: string;
  readonly title: string;
  readonly operations: readonly OperationEntry[];
}

export interface OperationEntry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** A page, with HTML that the build rendered from Markdown without raw HTML. */
export interface DocsPage {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly { readonly depth: number; readonly id: string; readonly title: string }[];
}

export interface Api {
  readonly version: string;
  readonly about: readonly string[];
  readonly areas: readonly {
    readonly name: string;
    readonly title: string;
    readonly about: readonly string[];
    readonly operations: readonly Operation[];
  }[];
}

export interface Operation extends OperationEntry {
  readonly rules: readonly string[];
  /** Callers that may call the operation. Meeting any one of the entries is enough. */
  readonly access: readonly Access[];
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly response: Body & { readonly status: number };
  readonly otherResponses: readonly { readonly status: number; readonly about: string }[];
  readonly errors: readonly OperationError[];
  readonly curl: string;
  /** A request body that can be sent unchanged. */
  readonly tried?: string;
}

/** Kind of caller that may call an operation, and the headers that prove it. */
export interface Access {
  readonly kind: 'anyone' | 'key' | 'wallet' | 'operator';
  readonly headers: string;
}

/** Facts about a value, apart from its type. */
export interface Facts {
  readonly unit?: string;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly values?: readonly (string | number | null)[];
}

export interface Parameter extends Facts {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly type: string;
  readonly about: string;
  /** Value that the sample sends. */
  readonly example?: string;
}

export interface Field extends Facts {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

export interface Body {
  readonly about: string;
  readonly mediaType: string;
  readonly fields: readonly Field[];
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
}

export interface OperationError {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
  readonly cause: string;
}
