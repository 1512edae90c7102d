import type { Quote } from '../../../../sdk/client/index.js';
import type { Review } from './placing.js';

/** A review, with the quotes from its beginning. */
export interface OpenReview extends Review {
  /** Quote that the form showed. */
  readonly shown: Quote | undefined;
  /** Quote that the orders were made from. */
  readonly quote: Quote;
}
