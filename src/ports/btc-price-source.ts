import type { Result } from '../domain/shared/result.js';

/** A bitcoin price of one source. */
export interface BtcPrice {
  /** Dollars for one bitcoin, above 0. */
  readonly usd: number;
  /** The source's own time of the price; the time of reading if it gives none. */
  readonly at: Date;
}

/** The source gave no usable price. */
export interface SourceFailed {
  readonly kind: 'source-failed';
  /** For logs and health reports. */
  readonly reason: string;
}

/** A source of the bitcoin price. */
export interface BtcPriceSource {
  /** Unique among the sources in use. */
  readonly name: string;
  /** Resolves in bounded time. Unreachable sources and unusable responses are errors, never rejections. */
  read(): Promise<Result<BtcPrice, SourceFailed>>;
}
