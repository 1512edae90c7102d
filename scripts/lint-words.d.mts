export interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

export function readRules(guide: string): readonly Rule[];

export interface Found {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

export function findWords(text: string, rules: readonly Rule[]): readonly Found[];

export function findBareDocstrings(text: string): readonly Found[];

export function findBareDescriptions(text: string): readonly Found[];
