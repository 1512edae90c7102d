export interface Term {
  readonly anchor: string;
  readonly pattern: RegExp;
}

export function readTerms(glossary: string): readonly Term[];
export function linkTerms(text: string, terms: readonly Term[], address: string): string;
export function unlinkedPages(): readonly { readonly page: string; readonly linked: string }[];
