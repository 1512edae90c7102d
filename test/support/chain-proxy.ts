import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An intercepted call to the node. */
export interface CaughtCall {
  /** Method and path, without the query. */
  readonly name: string;
  /** Forwards the call. Resolves when the node has responded; its response is held back until `answer`. */
  forward(): Promise<void>;
  /** Passes the node's response on. Resolves when it is written, or when the caller has disconnected. */
  answer(): Promise<void>;
  /** Breaks the connection. The node receives nothing, unless the call was forwarded before. */
  cut(): Promise<void>;
}

/** A proxy between the server and its node. It lets a test pause the server at any call. */
export interface ChainProxy {
  readonly url: string;
  /** Intercepts the next call whose method and path match; resolves when it arrives. */
  catchNext(method: string, path: string): Promise<CaughtCall>;
  /** Intercepts the nth call from now on among those whose path has this prefix. */
  catchNth(n: number, path: string): Promise<CaughtCall>;
  /** Resolves when the nth call from now on whose path has this prefix arrives. The call is forwarded as usual. */
  seeNth(n: number, path: string): Promise<void>;
  /** Sets a function that decides for each transaction whether the node receives it. It applies until another one is set. */
  decideTransactions(decide: (raw: string) => Verdict): void;
  /** Method and path with the query of every call that has arrived, in order. */
  readonly calls: readonly string[];
  /** Hex of every transaction that has ever been sent, whatever its outcome. */
  readonly sent: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Decision about a call. `pass` forwards it; `cut` breaks the connection instead; `refuse` is the node's reason for a rejection. */
export type Verdict = 'pass' | 'cut' | { readonly refuse: string };

interface Trap {
  readonly catches: (incoming: IncomingMessage) => boolean;
  readonly caught: (call: CaughtCall) => void;
}

function isNth(n: number, path: string): Trap['catches'] {
  let seen = 0;
  return ({ url = '' }) => url.startsWith(path) && ++seen === n;
}

export async function startChainProxy(target: string): Promise<ChainProxy> {
  const traps: Trap[] = [];
  const watches: { readonly isIt: Trap['catches']; readonly seen: () => void }[] = [];
  const sent = new Set<string>();
  const calls: string[] = [];
  let decide: (raw: string) => Verdict = () => 'pass';
  const server = createServer((incoming, outgoing) => {
    const call = openCall(target, incoming, outgoing);
    const isTransaction = incoming.method === 'POST' && incoming.url === '/v2/transactions';
    // Ignores incomplete bytes, which a caller sends that is killed while sending.
    if (isTransaction)
      void call.body.then(
        (raw) => sent.add(raw.toString('hex')),
        () => undefined,
      );
    calls.push(`${incoming.method} ${incoming.url}`);
    for (const { isIt, seen } of watches) if (isIt(incoming)) seen();
    const at = traps.findIndex(({ catches }) => catches(incoming));
    if (at !== -1) {
      traps.splice(at, 1)[0]?.caught(call);
      return;
    }
    // Fails if the caller was killed, since it cannot receive a response.
    answerAs(isTransaction ? decide : () => 'pass', call, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    calls,
    catchNext: (method, path) =>
      new Promise((caught) => {
        const catches = (incoming: IncomingMessage) =>
          incoming.method === method && (incoming.url ?? '').startsWith(path);
        traps.push({ catches, caught });
      }),
    catchNth: (n, path) => new Promise((caught) => void traps.push({ catches: isNth(n, path), caught })),
    seeNth: (n, path) => new Promise((seen) => void watches.push({ isIt: isNth(n, path), seen })),
    decideTransactions: (next) => {
      decide = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerAs(
  decide: (raw: string) => Verdict,
  call: CaughtCall & { readonly body: Promise<Buffer> },
  outgoing: ServerResponse,
): Promise<void> {
  const verdict = decide((await call.body).toString('hex'));
  if (verdict === 'pass') {
    await call.forward();
    return call.answer();
  }
  if (verdict === 'cut') return void outgoing.destroy();
  const refusal = { error: 'transaction rejected', reason: verdict.refuse, reason_data: null };
  outgoing.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
}

function openCall(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): CaughtCall & { readonly body: Promise<Buffer> } {
  const body = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('error', reject);
  });
  let answered: { status: number; headers: Record<string, string>; body: Buffer; whole: boolean } | undefined;
  return {
    name: `${incoming.method} ${(incoming.url ?? '').split('?')[0]}`,
    body,
    forward: async () => {
      const sent = await body;
      answered = await new Promise((resolve, reject) => {
        const call = request(
          new URL(incoming.url ?? '/', target),
          { method: incoming.method, headers: { ...incoming.headers, host: new URL(target).host } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            // Resolves even if the response breaks off.
            answer.on('error', () => undefined);
            answer.on('close', () =>
              resolve({
                status: answer.statusCode ?? 502,
                headers: passedOn(answer.headers),
                body: Buffer.concat(chunks),
                whole: answer.complete,
              }),
            );
          },
        );
        call.on('error', reject);
        call.end(sent);
      });
    },
    cut: async () => void outgoing.destroy(),
    answer: async () => {
      if (answered === undefined) throw new Error('the node has not responded yet');
      const { status, headers, body: held, whole } = answered;
      await new Promise<void>((resolve) => {
        // Resolves even if the caller has disconnected and receives no response.
        outgoing.once('close', resolve);
        if (whole) outgoing.writeHead(status, headers).end(held, () => resolve());
        else outgoing.writeHead(status, headers).write(held, () => outgoing.destroy());
        if (outgoing.destroyed) resolve();
      });
    },
  };
}

/** The headers that callers read: the type, and what a page of another origin may do. */
const passedOn = (headers: IncomingMessage['headers']): Record<string, string> => ({
  'content-type': 'application/json',
  ...(Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(content-type|access-control-.*)$/.test(name)),
  ) as Record<string, string>),
});
