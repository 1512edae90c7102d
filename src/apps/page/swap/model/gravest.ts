import type { Mark } from '../../markets/mark.js';

/** Mark of a token that a buyer must see beside its name: the first bad one, or else that of a thin price. */
export const gravestOf = (marks: readonly Mark[]): Mark | undefined =>
  marks.find(({ kind }) => kind === 'bad') ?? marks.find(({ word }) => word === 'thin');
