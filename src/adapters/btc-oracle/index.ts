import { defined } from '../../domain/shared/fields.js';
import { err, ok, type Invalid, type Result } from '../../domain/shared/result.js';
import type { BtcPriceSource } from '../../ports/index.js';
import { bitstampSource, coinbaseSource, fixedSource, krakenSource } from './sources.js';
import type { TickerOptions } from './ticker.js';

export { bitstampSource, coinbaseSource, fixedSource, krakenSource, type TickerOptions };

const TICKERS = { kraken: krakenSource, coinbase: coinbaseSource, bitstamp: bitstampSource } as const;
type TickerName = keyof typeof TICKERS;

/** Settings of all sources that `makeBtcSources` builds. */
export interface SourcesOptions extends Omit<TickerOptions, 'baseUrl'> {
  /** Base URLs that replace the public ones, without a path. */
  readonly baseUrls?: Readonly<Partial<Record<TickerName, string>>>;
}

/** The text does not list known sources. */
export type UnknownSources = Invalid<'unknown-sources'>;

const FIXED = /^fixed:(\d{1,9}(?:\.\d{1,8})?)$/;
const isTicker = (name: string): name is TickerName => Object.hasOwn(TICKERS, name);

/**
 * Builds sources from a comma-separated list of `kraken`, `coinbase` and `bitstamp`, each at most once, or from a single
 * `fixed:<dollars>`. Returns `unknown-sources` with a reason for any other text.
 *
 * @example
 * const made = makeBtcSources('kraken,coinbase,bitstamp');
 * if (!made.ok) throw new Error(made.error.reason);
 * const btcSources = made.value;
 */
export function makeBtcSources(
  text: string,
  { clock, timeoutMs, baseUrls = {} }: SourcesOptions = {},
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
      return refuse(`sources must be ${Object.keys(TICKERS).join(', ')}, or fixed:<dollars> alone`);
    if (sources.some((source) => source.name === name)) return refuse(`${name} is named twice`);
    sources.push(TICKERS[name](defined({ clock, timeoutMs, baseUrl: baseUrls[name] })));
  }
  return ok(sources);
}
