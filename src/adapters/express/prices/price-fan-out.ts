import { setImmediate } from 'node:timers/promises';
import type { Core } from '../../../application/core.js';
import { hasPast, type PriceList } from '../../../application/prices/price-list-cache.js';
import { eventBytes, type EventStream } from '../streams/event-stream.js';
import type { EventStreams } from '../streams/event-streams.js';
import { priceText } from './price-shapes.js';

/** Number of streams to write prices to before yielding to the event loop. */
const WRITES_AT_A_TIME = 250;

/** Streams of the same tokens. */
interface Group {
  readonly tokens: ReadonlySet<string> | undefined;
  readonly streams: Set<EventStream>;
}

/**
 * Sends each recorded run to the streams of the process, and again once prices of the past are imported. Each second it checks the
 * price list in memory, which follows the runs of all processes.
 */
export class PriceFanOut {
  private readonly groups = new Map<string, Group>();
  private sent: string | undefined;

  constructor(
    private readonly prices: Pick<Core['prices'], 'current' | 'list'>,
    streams: EventStreams,
  ) {
    streams.onSecond(() => void this.passOn());
  }

  /** Sends the current prices, if there are any, and those of each later run. */
  async follow(stream: EventStream, tokens: ReadonlySet<string> | undefined): Promise<void> {
    const list = await this.prices.list();
    const name = tokens === undefined ? '' : [...tokens].sort().join(',');
    const group = this.groups.get(name) ?? { tokens, streams: new Set() };
    if (stream.isClosed) return;
    // A run that was not noticed yet is first sent to the other streams. Otherwise this stream would get it twice.
    void this.passOn();
    this.groups.set(name, group);
    group.streams.add(stream);
    stream.onClose(() => {
      group.streams.delete(stream);
      if (group.streams.size === 0 && this.groups.get(name) === group) this.groups.delete(name);
    });
    if (this.groups.size === 1 && group.streams.size === 1) this.sent = stateOf(list);
    const bytes = bytesOf(list, tokens);
    if (bytes !== undefined) stream.send(bytes);
  }

  private async passOn(): Promise<void> {
    if (this.groups.size === 0) return;
    const list = this.prices.current();
    if (list?.run === undefined || stateOf(list) === this.sent) return;
    this.sent = stateOf(list);
    let written = 0;
    for (const { tokens, streams } of this.groups.values()) {
      const bytes = bytesOf(list, tokens)!;
      for (const stream of streams) {
        stream.send(bytes);
        if (++written % WRITES_AT_A_TIME === 0) await setImmediate();
      }
    }
  }
}

/** Text that changes with each run, and when prices of the past are first known. */
const stateOf = ({ run, tokens }: PriceList): string | undefined =>
  run && `${run.at.getTime()} ${hasPast(tokens)}`;

/** The event, made from the texts of the tokens that price lists also use; undefined before the first run. */
function bytesOf(
  { run, tokens: all }: PriceList,
  wanted: ReadonlySet<string> | undefined,
): Buffer | undefined {
  if (run === undefined) return undefined;
  const tokens = wanted === undefined ? all : all.filter(({ token }) => wanted.has(token));
  const texts = tokens.map((token) => priceText(token, false));
  const data = `{"at":"${run.at.toISOString()}","btcUsd":${run.btcUsd},"prices":[${texts.join(',')}]}`;
  return eventBytes('prices', data, String(run.at.getTime()));
}
