import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEADERS_END = '\r\n\r\n';

/** A request as its bytes. */
export const requestBytes = (
  method: string,
  path: string,
  {
    headers = {},
    json,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly json?: object } = {},
): string => {
  const body = json === undefined ? '' : JSON.stringify(json);
  const all = {
    host: '127.0.0.1',
    ...(body !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
};

/** A kept connection that reads of a response no more than its status and its end, so that little of the processor is the client's. */
export class ThinConnection {
  #text = '';
  #waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('data', (piece: string) => this.#take(piece));
    socket.on('close', () => this.#waiting?.reject(new Error('the connection was closed')));
    // The closing that follows is what counts.
    socket.on('error', () => undefined);
  }

  static async open(port: number): Promise<ThinConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new ThinConnection(socket);
  }

  /** The status of the response. Rejects if the connection ends first. */
  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error('the connection was closed'));
      this.#waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #take(piece: string): void {
    this.#text += piece;
    const head = this.#text.indexOf(HEADERS_END);
    if (head === -1) return;
    const length = /content-length: (\d+)/i.exec(this.#text.slice(0, head))?.[1];
    const isWhole =
      length === undefined
        ? this.#text.endsWith('\r\n0\r\n\r\n')
        : this.#text.length >= head + HEADERS_END.length + Number(length);
    if (!isWhole) return;
    const status = Number(this.#text.slice(9, 12));
    this.#text = '';
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(status);
  }
}
