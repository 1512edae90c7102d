import { err, ok, type Result } from '../../domain/shared/result.js';
import type { BtcPriceSource, Clock } from '../../ports/index.js';
import { bitstampSource } from './bitstamp.js';
import { coinbaseSource } from './coinbase.js';
import { fixedSource } from './fixed.js';
import { krakenSource } from './kraken.js';
import type { TickerOptions } from './ticker.js';

export { bitstampSource, coinbaseSource, fixedSource, krakenSource, type TickerOptions };

const TICKERS = { kraken: krakenSource, coinbase: coinbaseSource, bitstamp: bitstampSource } as const;
type TickerName = keyof typeof TICKERS;

export interface SourcesOptions {
  readonly clock: Clock;
  /** For one answer of one source. Default 5,000. */
  readonly timeoutMs?: number;
  /** Where sources answer, if not where they always do. */
  readonly baseUrls?: Readonly<Partial<Record<TickerName, string>>>;
}

/** A text that names no sources. */
export interface UnknownSources {
  readonly kind: 'unknown-sources';
  readonly reason: string;
}

const FIXED = /^fixed:(\d{1,9}(?:\.\d{1,8})?)$/;
const isTicker = (name: string): name is TickerName => Object.hasOwn(TICKERS, name);

/**
 * Reads a comma-separated list of `kraken`, `coinbase` and `bitstamp`, each once at most, or `fixed:<dollars>` alone.
 *
 * @example const sources = makeBtcSources('kraken,coinbase,bitstamp', { clock });
 */
export function makeBtcSources(
  text: string,
  { clock, timeoutMs, baseUrls = {} }: SourcesOptions,
): Result<readonly BtcPriceSource[], UnknownSources> {
  const refuse = (reason: string) => err({ kind: 'unknown-sources' as const, reason });
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 1 && names[0]!.startsWith('fixed:')) {
    const usd = Number(FIXED.exec(names[0]!)?.[1]);
    return usd > 0 ? ok([fixedSource(usd, clock)]) : refuse('fixed: takes a price in dollars, above 0');
  }
  const sources: BtcPriceSource[] = [];
  for (const name of names) {
    if (!isTicker(name))
      return refuse(`sources are ${Object.keys(TICKERS).join(', ')}, or fixed:<dollars> alone`);
    if (sources.some((source) => source.name === name)) return refuse(`${name} is named twice`);
    const baseUrl = baseUrls[name];
    sources.push(
      TICKERS[name]({
        clock,
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(baseUrl !== undefined && { baseUrl }),
      }),
    );
  }
  return ok(sources);
}
