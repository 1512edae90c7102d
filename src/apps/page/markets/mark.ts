/** A warning beside a price: a word, and what it means. */
export interface Mark {
  readonly word: string;
  readonly kind: 'warn' | 'bad';
  readonly about: string;
}
