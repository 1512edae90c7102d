export interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

export function readRules(guide: string): readonly Rule[];

export function findWords(
  text: string,
  rules: readonly Rule[],
): readonly { readonly line: number; readonly word: string; readonly instead: string }[];
