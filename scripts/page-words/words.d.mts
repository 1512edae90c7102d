export interface Sentence {
  readonly key: string;
  readonly line: number;
}

export function wordsOf(file: string, text: string): readonly Sentence[];

export function translated(
  file: string,
  text: string,
  sentence: (key: string, line: number) => string,
): string;
