export interface PublicExport {
  readonly entry: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly isFunction: boolean;
  readonly documentation: string;
  readonly examples: readonly string[];
}

export function entries(): readonly { readonly name: string; readonly file: string }[];

export function publicExports(): readonly PublicExport[];
