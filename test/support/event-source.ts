import { get, type IncomingMessage } from 'node:http';

/** A server-sent event. Its data is JSON. */
export interface SentEvent {
  readonly type: string;
  readonly id?: string;
  readonly data: unknown;
}

/** A reader of one response of server-sent events. */
export interface EventReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly response: IncomingMessage;
  /** Text of the bytes received so far. */
  text(): string;
  /** The next event; undefined once the response has ended. */
  next(): Promise<SentEvent | undefined>;
  /** Reads up to and including the first event of this type, and returns these events. */
  until(type: string): Promise<readonly SentEvent[]>;
  close(): void;
}

interface ReaderOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens the response. Resolves with its headers, whatever the status; rejects if the connection fails before they arrive. */
export function readEvents(url: string, { headers = {} }: ReaderOptions = {}): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => resolve(readerOf(response)));
    request.once('error', reject);
  });
}

function readerOf(response: IncomingMessage): EventReader {
  const waiting: SentEvent[] = [];
  let [text, rest, isOver] = ['', '', false];
  let wake = () => {};
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop()!;
    waiting.push(...blocks.flatMap(eventIn));
    wake();
  });
  const end = () => {
    isOver = true;
    wake();
  };
  response.once('close', end).once('error', end);
  const next = async (): Promise<SentEvent | undefined> => {
    while (waiting.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
    return waiting.shift();
  };
  return {
    status: response.statusCode!,
    headers: response.headers,
    response,
    text: () => text,
    next,
    until: async (type) => {
      const found: SentEvent[] = [];
      for (let event = await next(); event !== undefined; event = await next()) {
        found.push(event);
        if (event.type === type) return found;
      }
      throw new Error(`the response ended without an event ${type}`);
    },
    close: () => response.destroy(),
  };
}

/** The event in a block; none in a block that contains only comments or `retry`. */
function eventIn(block: string): readonly SentEvent[] {
  const fields = new Map(
    block.split('\n').flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 2)] as const] : [];
    }),
  );
  const data = fields.get('data');
  if (data === undefined) return [];
  const id = fields.get('id');
  const event = { type: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown };
  return [id === undefined ? event : { ...event, id }];
}
