import type { Sentence } from './words.mjs';

export type Catalogue = Readonly<Record<string, string>>;

export const LANGUAGES: readonly string[];

export function sources(): readonly string[];

export function catalogueOf(language: string): Catalogue | undefined;

export function inLanguage(catalogue: Catalogue, file: string, text: string): string;

export function problemsOf(
  catalogue: Catalogue,
  sentences: readonly (Sentence & { readonly file: string })[],
): readonly string[];

export function allProblems(): readonly string[];
