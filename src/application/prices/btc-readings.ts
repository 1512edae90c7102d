import type { BtcAnswer } from '../../domain/price-series/btc-usd.js';
import type { BtcPriceSource, Ports } from '../../ports/index.js';
import { singleFlight } from '../shared/single-flight.js';

/** The price of one source, or why it has none. */
export interface SourceReading {
  readonly name: string;
  /** Dollars for one bitcoin. */
  readonly price?: number;
  /** The source's own time of the price. */
  readonly at?: Date;
  readonly ok: boolean;
  /** Why there is no price, or why it is not used. */
  readonly error?: string;
}

/** One read of all sources. */
export interface BtcReading {
  readonly readAt: Date;
  readonly sources: readonly SourceReading[];
}

export interface BtcReadings {
  /** Queries all sources in parallel. */
  read(): Promise<BtcReading>;
  /** The last reading when it is recent, otherwise a new one, which concurrent callers share. */
  recent(): Promise<BtcReading>;
}

/** How long health checks reuse a reading. */
const RECENT_MS = 60_000;

/** Readings of the BTC sources, shared by the recorder and the health check. */
export function makeBtcReadings({ btcSources, clock }: Pick<Ports, 'btcSources' | 'clock'>): BtcReadings {
  let last: BtcReading | undefined;

  const read = async (): Promise<BtcReading> => {
    const sources = await Promise.all(btcSources.map(readSource));
    last = { readAt: clock.now(), sources };
    return last;
  };

  const shared = singleFlight(read);

  return {
    read,
    recent: async () => {
      const isRecent = last !== undefined && clock.now().getTime() - last.readAt.getTime() < RECENT_MS;
      return isRecent ? last! : shared();
    },
  };
}

/** The prices of the sources that gave one. */
export const answersOf = ({ sources }: BtcReading): BtcAnswer[] =>
  sources.flatMap(({ name, price }) => (price === undefined ? [] : [{ source: name, usd: price }]));

async function readSource(source: BtcPriceSource): Promise<SourceReading> {
  const { name } = source;
  const read = await source.read();
  return read.ok
    ? { name, price: read.value.usd, at: read.value.at, ok: true }
    : { name, ok: false, error: read.error.reason };
}
