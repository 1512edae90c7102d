import { unexpected } from './client-error.js';

/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  /** The newest event id so far; undefined before the first. */
  readonly id: string | undefined;
}

/** Maximum characters of one event: a server that never ends one must not fill the memory. */
const MAX_EVENT = 4_000_000;

/** Reads server-sent events from chunks of bytes, which may end anywhere, even within a character. */
export class ServerEventReader {
  /** Time that the server asks clients to wait before reconnecting, ms. */
  retryMs: number | undefined;
  readonly #decoder = new TextDecoder();
  #rest = '';
  #event = '';
  #data: string[] = [];
  #id: string | undefined;

  /** The events that the chunk completes. */
  *read(chunk: Uint8Array): Generator<ServerEvent, void, undefined> {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    // A line that ends with \r may be followed by its \n in the next chunk.
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    const held = this.#data.reduce((length, line) => length + line.length, this.#rest.length);
    if (held > MAX_EVENT) throw unexpected('An event of the stream has no end');
    for (const line of lines) {
      if (line !== '') this.#take(line);
      else if (this.#data.length > 0) yield this.#complete();
      else this.#event = '';
    }
  }

  #take(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d{1,6}$/.test(value)) this.retryMs = Number(value);
  }

  #complete(): ServerEvent {
    const event = { event: this.#event || 'message', data: this.#data.join('\n'), id: this.#id };
    this.#event = '';
    this.#data = [];
    return event;
  }
}
