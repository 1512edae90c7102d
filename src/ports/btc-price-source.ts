import type { Result } from '../domain/shared/result.js';

export interface BtcPrice {
  /** Dollars for one bitcoin, above 0. */
  readonly usd: number;
  /** When the source says it was true; when it was read, where the source says nothing. */
  readonly at: Date;
}

/** No usable answer. */
export interface SourceFailed {
  readonly kind: 'source-failed';
  /** Why, for people and logs. */
  readonly reason: string;
}

/** Someone who says what a bitcoin costs. */
export interface BtcPriceSource {
  /** Unique among the sources in use. */
  readonly name: string;
  /** Answers in bounded time, and never rejects because the source cannot be reached or speaks nonsense. */
  read(): Promise<Result<BtcPrice, SourceFailed>>;
}
