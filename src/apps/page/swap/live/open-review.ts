import type { Quote } from '../../../../sdk/client/index.js';
import type { Review } from './placing.js';

/** A review, with the quotes at its beginning. */
export interface OpenReview extends Review {
  /** What the form showed. */
  readonly shown: Quote | undefined;
  /** What the orders were made of. */
  readonly quote: Quote;
}
