import { setInterval, setTimeout } from 'node:timers/promises';
import { handleOf } from '../../src/domain/order/terms/handle.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import { readEvents, type EventReader, type SentEvent } from '../support/event-source.js';
import type { Exchange, OrderBody, OrderView } from '../support/exchange.js';
import { sha256 } from '../support/sha256.js';
import type { Answer as Response, Wallet } from '../support/test-chain.js';
import type { Act, Answer, Call, OrderHistory, StreamLine, View } from './history.js';

const POSITION = 'x-sluice-position';
/** Longer than a server takes for any answer. */
const PATIENCE_MS = 15_000;
/** Pause of a client whose server does not listen. */
const LATER_MS = 20;
/** Silence after which a follower moves to the next server. */
const STREAM_TURN_MS = 1_500;

/** Refusals that a client may get in such a run, beside that of a server which cannot do it now. Others are kept as surprises. */
const EXPECTED = new Set([
  'order-not-found',
  'order-exists',
  'order-already-broadcast',
  'order-not-open',
  'order-expired',
  // It has expired before it was placed.
  'invalid-order',
  'order-spent',
  'wallet-rate-exceeded',
  // The same of an API key.
  'RATE_LIMIT_EXCEEDED',
]);

interface Kept extends OrderHistory {
  readonly calls: Call[];
}

/** Response with a status of 500 or more, in milliseconds of one clock. */
export interface Outage {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Order that a client places. */
export interface Plan {
  readonly body: OrderBody & { readonly uuid: string };
  readonly wallet: Wallet;
  readonly isDue?: boolean;
  readonly expires?: boolean;
}

/** A wallet's view of a server, which keeps what was asked and answered. */
export class Recorder {
  readonly orders = new Map<string, Kept>();
  readonly followers: { readonly owner: string; readonly lines: StreamLine[] }[] = [];
  /** Number of answers by kind and status, or `unknown`, or `never sent` if no server listened. */
  readonly answers: Record<string, number> = {};
  readonly surprises: string[] = [];
  /** By handle. */
  private readonly uuids = new Map<string, string>();
  /** Responses of servers that could not do what was asked. */
  readonly outages: Outage[] = [];
  private answered = 0;
  /** Position of the newest database state that any client has seen. They tell each other, as the pages of one person do. */
  private position = 0n;
  private isOver = false;

  /** Headers of a read that may show nothing older than what any client has seen. */
  get seen(): Readonly<Record<string, string>> {
    return { [POSITION]: String(this.position) };
  }

  async place(client: string, exchange: Exchange, { body, wallet, ...plan }: Plan): Promise<void> {
    const { uuid, amountIn } = body;
    if (!this.orders.has(uuid)) this.orders.set(uuid, { uuid, owner: wallet.address, calls: [], ...plan });
    this.uuids.set(handleOf(uuid as OrderUuid, sha256), uuid);
    const act: Act = { kind: 'place', amountIn: amountIn! };
    await this.keep(client, exchange, { uuid, act }, () => exchange.place(body));
  }

  cancel = (client: string, exchange: Exchange, { body: { uuid }, wallet }: Plan) =>
    this.keep(client, exchange, { uuid, act: { kind: 'cancel' } }, () => exchange.cancel(uuid, wallet));

  execute = (client: string, exchange: Exchange, { body: { uuid }, wallet }: Plan) =>
    this.keep(client, exchange, { uuid, act: { kind: 'execute' } }, () => exchange.execute(uuid, wallet));

  /** Reads the order, or its log. */
  read = (client: string, exchange: Exchange, uuid: string, of: '' | '/events' = '') =>
    this.keep(client, exchange, { uuid, act: { kind: 'read' } }, () =>
      exchange.read(`/orders/${uuid}${of}`, this.seen),
    );

  /** Lists the owner's orders: a read of each order placed so far, also of those that the list lacks. */
  async list(client: string, exchange: Exchange, owner: string): Promise<void> {
    const from = performance.now();
    const known = [...this.orders.values()].filter((order) => order.owner === owner);
    const response = await this.ask('list', () =>
      exchange.read<readonly OrderView[]>(`/orders?owner=${owner}`, this.seen),
    );
    if (typeof response === 'string' || response.status !== 200) return;
    const to = performance.now();
    const shown = new Map(response.body.data.map((order) => [this.uuidOf(order), order]));
    for (const { uuid, calls } of known) {
      const order = shown.get(uuid);
      const answer: Answer = order === undefined ? { missing: true } : { view: viewOf(order) };
      calls.push({ who: whoOf(client, exchange), act: { kind: 'read' }, from, to, answer });
    }
  }

  /** Follows the owner's orders at the servers in turn until `end`, and then until the position. */
  async follow(owner: string, exchanges: readonly Exchange[], last: () => number | undefined): Promise<void> {
    const lines: StreamLine[] = [];
    this.followers.push({ owner, lines });
    let lastId: string | undefined;
    const positionOf = (id: string | undefined) => Number(id?.split('-')[0] ?? -1);
    const isDone = () => this.isOver || positionOf(lastId) >= (last() ?? Infinity);
    for (let turn = 0; !isDone(); turn++) {
      const exchange = exchanges[turn % exchanges.length]!;
      const from = performance.now();
      const reader = await openStream(exchange, owner, lastId);
      if (reader === undefined) continue;
      lines.push({ kind: 'opened', ...(lastId !== undefined && { after: positionOf(lastId) }) });
      while (!isDone()) {
        const event = await Promise.race([
          reader.next(),
          setTimeout(STREAM_TURN_MS, undefined, { ref: false }),
        ]);
        if (event === undefined) break;
        const line = this.lineOf(event, { exchange, from });
        if (line !== undefined) lines.push(line);
        lastId = event.type === 'resync' ? undefined : (event.id ?? lastId);
      }
      reader.close();
    }
  }

  /** Waits until servers have answered that many calls more. */
  async untilAnswered(calls: number): Promise<void> {
    const enough = this.answered + calls;
    for await (const _tick of setInterval(20)) if (this.answered >= enough) return;
  }

  /** Ends followers that have not reached their position. */
  end(): void {
    this.isOver = true;
  }

  private lineOf(
    { type, id, data }: SentEvent,
    connection: { exchange: Exchange; from: number },
  ): StreamLine | undefined {
    const position = Number(id?.split('-')[0]);
    const { event, order, databasePosition } = data as {
      readonly databasePosition?: string;
      readonly event?: { readonly seq: number };
      readonly order?: OrderView;
    };
    this.learn(databasePosition);
    switch (type) {
      case 'snapshot':
        this.see({ kind: 'read' }, order!, connection);
        return undefined;
      case 'order': {
        const { seq } = event!;
        return { kind: 'order', position, uuid: this.see({ kind: 'heard', seq }, order!, connection), seq };
      }
      case 'synced':
        return { kind: 'synced', position };
      case 'resync':
        return { kind: 'resync' };
      default:
        throw new Error(`a stream has an event ${type}`);
    }
  }

  /** Keeps what a stream shows of an order, whenever since its begin that was read. Returns the uuid. */
  private see(act: Act, order: OrderView, { exchange, from }: { exchange: Exchange; from: number }): string {
    const uuid = this.uuidOf(order);
    const call = { who: whoOf('follower', exchange), act, from, to: performance.now() };
    this.orders.get(uuid)!.calls.push({ ...call, answer: { view: viewOf(order) } });
    return uuid;
  }

  private async keep(
    client: string,
    exchange: Exchange,
    { uuid, act }: { readonly uuid: string; readonly act: Act },
    request: () => Promise<Response<{ data: unknown }>>,
  ): Promise<void> {
    const [who, from] = [whoOf(client, exchange), performance.now()];
    const response = await this.ask(act.kind, request);
    if (response === 'never sent') return;
    const isKnown = response !== 'unknown' && response.status < 500;
    const outcome = isKnown ? { to: performance.now(), answer: answerOf(response) } : { to: Infinity };
    this.orders.get(uuid)!.calls.push({ who, act, from, ...outcome });
  }

  private async ask<T>(
    kind: string,
    request: () => Promise<Response<T>>,
  ): Promise<Response<T> | 'unknown' | 'never sent'> {
    const from = performance.now();
    const response = await Promise.race([
      request().catch((error: Error) =>
        (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'
          ? 'never sent'
          : 'unknown',
      ),
      setTimeout(PATIENCE_MS, 'unknown' as const, { ref: false }),
    ]);
    const { status, body } = typeof response === 'string' ? { status: response, body: undefined } : response;
    const name = [kind, status, body?.code].filter((word) => word !== undefined).join(' ');
    this.answers[name] = (this.answers[name] ?? 0) + 1;
    if (typeof response !== 'string') this.notice(response);
    if (typeof status === 'number' && status >= 500) this.outages.push({ name, from, to: performance.now() });
    if (body?.code !== undefined && status !== 503 && !EXPECTED.has(body.code))
      this.surprises.push(`${name}: ${body.error}`);
    if (response === 'never sent') await setTimeout(LATER_MS);
    else this.answered++;
    return response;
  }

  private notice({ headers }: Pick<Response, 'headers'>): void {
    this.learn(headers.get(POSITION) ?? undefined);
  }

  private learn(named = '0'): void {
    const position = BigInt(named);
    if (position > this.position) this.position = position;
  }

  /** Streams and lists that anyone may read do not show it. */
  private uuidOf(order: OrderView): string {
    const uuid = this.uuids.get(String(order['handle']));
    if (uuid === undefined) throw new Error('a stream or a list has an order that was never placed');
    return uuid;
  }
}

const whoOf = (client: string, exchange: Exchange): string =>
  `${client} at ${new URL(exchange.sluice().url).port}`;

const viewOf = (order: OrderView): View => ({
  status: order['status'] as View['status'],
  amountIn: String(order['amountIn']),
  txid: order['txid'] as string | undefined,
  isEnding: order['ending'] !== undefined,
});

function answerOf({ status, body: { data, code } }: Response<{ data: unknown }>): Answer {
  if (status === 404) return { missing: true };
  if (status !== 200) return { refused: String(code) };
  if (Array.isArray(data)) return { events: data.map(({ type }: { type: string }) => type) };
  return { view: viewOf(data as OrderView) };
}

/** Undefined while the server does not listen. */
async function openStream(
  exchange: Exchange,
  owner: string,
  lastId: string | undefined,
): Promise<EventReader | undefined> {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
  try {
    const reader = await readEvents(`${exchange.sluice().swap}/orders/stream?owner=${owner}`, { headers });
    if (reader.status === 200) return reader;
    reader.close();
  } catch {
    // It is being killed or started.
  }
  await setTimeout(LATER_MS);
  return undefined;
}
