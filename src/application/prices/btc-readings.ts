import type { BtcAnswer } from '../../domain/price-series/btc-usd.js';
import type { BtcPriceSource, Ports } from '../../ports/index.js';

/** What one source said, or why it said nothing. */
export interface SourceReading {
  readonly name: string;
  /** Dollars for one bitcoin. */
  readonly price?: number;
  /** When the source says it was true. */
  readonly at?: Date;
  readonly ok: boolean;
  /** Why there is no price, or why it was not taken. */
  readonly error?: string;
}

/** What all sources said when they were asked together. */
export interface BtcReading {
  readonly readAt: Date;
  readonly sources: readonly SourceReading[];
}

export interface BtcReadings {
  /** Asks every source, all at the same time. */
  read(): Promise<BtcReading>;
  /** The last reading, if it is recent, or a new one. Callers that ask together share it. */
  recent(): Promise<BtcReading>;
}

/** How long a reading is kept for those who only want to know how the sources are. */
const RECENT_MS = 60_000;

/** Readings of the BTC sources, shared by the recorder and whoever asks how the sources are. */
export function makeBtcReadings({ btcSources, clock }: Pick<Ports, 'btcSources' | 'clock'>): BtcReadings {
  let last: BtcReading | undefined;
  let asking: Promise<BtcReading> | undefined;

  const read = async (): Promise<BtcReading> => {
    const sources = await Promise.all(btcSources.map(readSource));
    last = { readAt: clock.now(), sources };
    return last;
  };

  const recent = (): Promise<BtcReading> => {
    if (last !== undefined && clock.now().getTime() - last.readAt.getTime() < RECENT_MS) {
      return Promise.resolve(last);
    }
    asking ??= read().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return { read, recent };
}

/** The prices that were read. */
export const answersOf = ({ sources }: BtcReading): BtcAnswer[] =>
  sources.flatMap(({ name, price }) => (price === undefined ? [] : [{ source: name, usd: price }]));

async function readSource(source: BtcPriceSource): Promise<SourceReading> {
  const { name } = source;
  const read = await source.read();
  return read.ok
    ? { name, price: read.value.usd, at: read.value.at, ok: true }
    : { name, ok: false, error: read.error.reason };
}
