import { setImmediate } from 'node:timers/promises';
import type { Core } from '../../../../application/core.js';
import { fault, HttpError } from '../../errors/problem.js';
import { eventBytes, type EventStream } from '../../streams/event-stream.js';
import type { EventStreams } from '../../streams/event-streams.js';
import { inputOf, viewOfResult, type QuoteQuery } from './quote-route.js';
import { QUOTE } from './quote-shapes.js';

/** Maximum number of different quotes that the streams of a process follow: each is renewed for each block. */
const MAX_QUOTES = 500;
/** Number of quotes to make before yielding to the event loop. */
const QUOTES_AT_A_TIME = 20;

/** Error if the streams follow as many different quotes as they may. */
export const QUOTES_BUSY = fault('streams-busy');

/** Streams of the same quote. */
interface Group {
  readonly query: QuoteQuery;
  readonly streams: Set<EventStream>;
  /** Data of the last event, without the times of the reading. */
  known: string | undefined;
}

/**
 * Sends quotes to the streams of the process: each second, if a block has changed the reserves, renews each quote, once for all of
 * its streams, and sends those that differ.
 */
export class QuoteFanOut {
  private readonly groups = new Map<string, Group>();
  private block: number | undefined;
  private isQuoting = false;

  constructor(
    private readonly quotes: Pick<Core['quotes'], 'quote' | 'block'>,
    streams: EventStreams,
  ) {
    streams.onSecond(() => void this.passOn());
  }

  /** Refuses a stream for whose quote there is no place. @throws HttpError */
  admit(query: QuoteQuery): void {
    if (this.groups.size >= MAX_QUOTES && !this.groups.has(nameOf(query))) throw new HttpError(QUOTES_BUSY);
  }

  /** Sends the quote now, and again whenever a block changes it. */
  async follow(stream: EventStream, query: QuoteQuery): Promise<void> {
    const name = nameOf(query);
    const quoted = await this.quote(query);
    if (stream.isClosed) return;
    const group = this.groups.get(name) ?? { query, streams: new Set(), known: quoted.known };
    this.groups.set(name, group);
    group.streams.add(stream);
    stream.onClose(() => {
      group.streams.delete(stream);
      if (group.streams.size === 0 && this.groups.get(name) === group) this.groups.delete(name);
    });
    stream.send(quoted.bytes);
  }

  private async passOn(): Promise<void> {
    if (this.groups.size === 0 || this.isQuoting) return;
    this.isQuoting = true;
    try {
      const block = await this.quotes.block();
      // Without a known block, every second may have changed the reserves.
      if (!block.ok || (block.value !== undefined && block.value === this.block)) return;
      let made = 0;
      for (const group of [...this.groups.values()]) {
        await this.renew(group);
        if (++made % QUOTES_AT_A_TIME === 0) await setImmediate();
      }
      this.block = block.value;
    } finally {
      this.isQuoting = false;
    }
  }

  private async renew(group: Group): Promise<void> {
    const quoted = await this.quote(group.query).catch((error: unknown) => {
      const [stream] = group.streams;
      stream?.log?.warn({ err: error }, 'a quote that streams follow could not be made');
      return undefined;
    });
    if (quoted === undefined || quoted.known === group.known) return;
    group.known = quoted.known;
    for (const stream of group.streams) stream.send(quoted.bytes);
  }

  private async quote(query: QuoteQuery): Promise<{ readonly bytes: Buffer; readonly known: string }> {
    const data = QUOTE.write(viewOfResult(await this.quotes.quote(inputOf(query))));
    const { asOf: _asOf, blockHeight, hops, ...rest } = data;
    const known = JSON.stringify([rest, hops.map(({ vault, quote }) => [vault.contractId, quote])]);
    return { bytes: eventBytes('quote', JSON.stringify(data), blockHeight?.toString()), known };
  }
}

/** The query as text, the same for queries that ask for the same quote. */
function nameOf({ tokenIn, tokenOut, amount, amountOut, slippage }: QuoteQuery): string {
  const fraction = slippage && `${slippage.numerator}/${slippage.denominator}`;
  return [tokenIn, tokenOut, amount, amountOut, fraction].map((part) => part ?? '').join(' ');
}
