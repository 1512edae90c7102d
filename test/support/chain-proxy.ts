import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call to the node, caught on its way. */
export interface CaughtCall {
  /** Method and path, without the query. */
  readonly name: string;
  /** Lets the node do it; resolves when the node has answered, while its answer is held back. */
  forward(): Promise<void>;
  /** Hands the node's answer to the caller; resolves when it is written, or when the caller is gone. */
  answer(): Promise<void>;
  /** Breaks the connection; the node gets nothing unless it was let have it. */
  cut(): Promise<void>;
}

/** Stands between the server and its node, so that a test can stop time at any call. */
export interface ChainProxy {
  readonly url: string;
  /** Catches the next call whose method and path match; resolves when it arrives. */
  catchNext(method: string, path: string): Promise<CaughtCall>;
  /** Catches the nth call from now on whose path starts so. */
  catchNth(n: number, path: string): Promise<CaughtCall>;
  /** Resolves when the nth call from now on whose path starts so arrives, and lets it pass. */
  seeNth(n: number, path: string): Promise<void>;
  /** Asks about the bytes of every transaction that is sent, until it is told otherwise, whether the node gets them. */
  judgeTransactions(judge: (raw: string) => Verdict): void;
  /** The bytes of every transaction that was ever sent, whatever became of it, in hex. */
  readonly sent: ReadonlySet<string>;
  close(): Promise<void>;
}

/** `pass`: on to the node. `cut`: the connection breaks before the node has it. Otherwise the node's reason to refuse it. */
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
  let judge: (raw: string) => Verdict = () => 'pass';
  const server = createServer((incoming, outgoing) => {
    const call = openCall(target, incoming, outgoing);
    const isTransaction = incoming.method === 'POST' && incoming.url === '/v2/transactions';
    // A caller that was killed while it sent them has sent no whole bytes.
    if (isTransaction)
      void call.body.then(
        (raw) => sent.add(raw.toString('hex')),
        () => undefined,
      );
    for (const { isIt, seen } of watches) if (isIt(incoming)) seen();
    const at = traps.findIndex(({ catches }) => catches(incoming));
    if (at !== -1) {
      traps.splice(at, 1)[0]?.caught(call);
      return;
    }
    // A caller that was killed leaves a call behind that can no longer be answered.
    answerAs(isTransaction ? judge : () => 'pass', call, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    catchNext: (method, path) =>
      new Promise((caught) => {
        const catches = (incoming: IncomingMessage) =>
          incoming.method === method && (incoming.url ?? '').startsWith(path);
        traps.push({ catches, caught });
      }),
    catchNth: (n, path) => new Promise((caught) => void traps.push({ catches: isNth(n, path), caught })),
    seeNth: (n, path) => new Promise((seen) => void watches.push({ isIt: isNth(n, path), seen })),
    judgeTransactions: (next) => {
      judge = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerAs(
  judge: (raw: string) => Verdict,
  call: CaughtCall & { readonly body: Promise<Buffer> },
  outgoing: ServerResponse,
): Promise<void> {
  const verdict = judge((await call.body).toString('hex'));
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
  let answered: { status: number; type: string; body: Buffer; whole: boolean } | undefined;
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
            // Also when it broke off.
            answer.on('error', () => undefined);
            answer.on('close', () =>
              resolve({
                status: answer.statusCode ?? 502,
                type: answer.headers['content-type'] ?? 'application/json',
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
      if (answered === undefined) throw new Error('the node has not answered yet');
      const { status, type, body: held, whole } = answered;
      await new Promise<void>((resolve) => {
        // A caller that is gone takes no answer.
        outgoing.once('close', resolve);
        if (whole) outgoing.writeHead(status, { 'content-type': type }).end(held, () => resolve());
        else outgoing.writeHead(status, { 'content-type': type }).write(held, () => outgoing.destroy());
        if (outgoing.destroyed) resolve();
      });
    },
  };
}
