import type { Core } from '../../src/application/core.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { Address } from '../../src/domain/shared/address.js';
import { reconcileOrders } from '../../src/application/orders/reconcile-orders.js';
import { makeFindSent } from '../../src/application/recovery/find-sent.js';
import { missingSince } from '../../src/application/recovery/recover.js';
import { releaseDatabase } from '../../src/application/recovery/release-database.js';
import { replayEnds } from '../../src/application/recovery/replay-ends.js';
import { createApiKey, ID_BYTES, SECRET_BYTES } from '../../src/domain/api-key/api-key.js';
import { REQUESTS_PER_WINDOW, windowStart } from '../../src/domain/api-key/rate-window.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { createWebhook } from '../../src/domain/webhook/webhook.js';
import type { ChainUnreachable } from '../../src/ports/index.js';
import { uuidOf } from '../support/builders.js';
import { HOST } from '../support/core-harness.js';
import { fieldsOf, signedOnce, type PlannedOrder } from '../support/planned-orders.js';
import { A_WALLET, ANOTHER_WALLET, type TestWallet } from '../support/signing.js';
import { ENTRIES, ORDERS, REPLACEMENTS, type Act, type ProcessName } from './acts.js';
import { movedStop, simulatedBracket } from './brackets.js';
import { PriceActors } from './price-actors.js';
import { isExpected } from './process.js';
import { replacementOf } from './replacements.js';
import { Life } from './scheduler.js';
import { HASHER, type World } from './world.js';

const APIS = ['api-1', 'api-2', 'api-3'] as const satisfies readonly ProcessName[];
/** Owner of the nth order. The first of the two owners follows its orders. */
export const ownerOf = (n: number): TestWallet =>
  n >= REPLACEMENTS ? ownerOf(n - REPLACEMENTS) : n % 3 === 2 && n < ENTRIES[0] ? ANOTHER_WALLET : A_WALLET;

export const walletOf = (owner: Address): TestWallet =>
  owner === A_WALLET.address ? A_WALLET : ANOTHER_WALLET;

/** Requests that the API key has left in each window. */
const REQUESTS_LEFT = 6;
const TRIES = 4;
const PAUSE_MS = 7_000;

/** Callers that try again when a response is lost: the owners, the operator, and a reader of an owner's stream. */
export class Actors {
  readonly prices: PriceActors;
  private turn = 0;
  private foreign = 0;
  private reading = Promise.resolve();
  private apiKey: ReturnType<typeof createApiKey> | undefined;

  constructor(private readonly world: World) {
    this.prices = new PriceActors(world, (request) => this.ask(request));
  }

  async place(n: number, order: PlannedOrder): Promise<void> {
    const input = this.inputOf(n, order);
    const placed = await this.ask((core) => core.orders.placeJson(input));
    if (placed?.ok) this.world.history.acknowledged.add(uuidOf(n));
  }

  async placeBatch(from: number, order: PlannedOrder): Promise<void> {
    const ns = [from, from + 1, from + 2].filter((n) => n < ORDERS);
    const inputs = ns.map((n) => this.inputOf(n, order));
    const placed = await this.ask((core) =>
      core.orders.placeJsonBatch({ orders: inputs, atomic: from % 2 === 0 }),
    );
    placed?.forEach((each, n) => each.ok && this.world.history.acknowledged.add(uuidOf(ns[n]!)));
  }

  async placeBracket({ first, target, stop }: Extract<Act, { do: 'bracket' }>): Promise<void> {
    const { planned, acknowledged } = this.world.history;
    const [entry, high, low] = [first, first + 1, first + 2].map(uuidOf) as [OrderUuid, OrderUuid, OrderUuid];
    if (!planned.has(entry)) {
      planned.set(entry, { trigger: 'at-once' });
      planned.set(high, { trigger: { direction: 'gt', target } });
      planned.set(low, { trigger: { direction: 'lt', target: stop } });
    }
    const priceOf = (uuid: OrderUuid) => {
      const { trigger } = planned.get(uuid)!;
      return typeof trigger === 'object' ? trigger.target : 0;
    };
    const orders = simulatedBracket(first, { target: priceOf(high), stop: priceOf(low) });
    const placed = await this.ask((core) => core.orders.placeJsonBatch({ orders, atomic: true }));
    placed?.forEach((each, n) => each.ok && acknowledged.add(uuidOf(first + n)));
  }

  async moveStop({ first, stop, revision }: Extract<Act, { do: 'move stop' }>): Promise<void> {
    const { planned, revised } = this.world.history;
    const uuid = uuidOf(first + 2);
    if (!planned.has(uuid)) return;
    const amended = await this.ask((core) => core.orders.amend(uuid, movedStop(first, { stop, revision })));
    if (amended?.ok !== true || amended.value.terms.revision !== revision) return;
    revised.set(uuid, Math.max(revision, revised.get(uuid) ?? 0));
  }

  async replace(n: number, target: number): Promise<void> {
    const { planned, acknowledged, ended } = this.world.history;
    const uuid = uuidOf(REPLACEMENTS + n);
    if (!planned.has(uuidOf(n))) return;
    const { trigger } = planned.get(uuid) ?? { trigger: { direction: 'gt', target } };
    planned.set(uuid, { trigger });
    const price = typeof trigger === 'object' ? trigger.target : target;
    const order = replacementOf(n, price, ownerOf(n));
    const placed = await this.ask((core) => core.orders.placeJson(order));
    if (placed?.ok !== true) return;
    acknowledged.add(uuid);
    ended.add(uuidOf(n));
  }

  async cancel(n: number): Promise<void> {
    const ended = await this.ask((core) => core.orders.cancel({ ref: uuidOf(n), authorization: HOST }));
    if (ended?.ok && ended.value.status === 'cancelled') this.world.history.ended.add(uuidOf(n));
  }

  async cancelAll(): Promise<void> {
    const authorization = { ...HOST, owner: A_WALLET.address };
    const ended = await this.ask((core) => core.orders.cancelMany({ selection: {}, authorization }));
    for (const uuid of ended?.ok ? ended.value.cancelled : []) this.world.history.ended.add(uuid);
  }

  async cancelAfter(n: number, seconds: number): Promise<void> {
    const authorization = { ...HOST, owner: ownerOf(n).address };
    await this.ask((core) => core.orders.cancelAfter.set({ body: { seconds }, authorization }));
  }

  async execute(n: number): Promise<void> {
    this.world.history.asked.add(uuidOf(n));
    await this.ask((core) => core.orders.execute({ ref: uuidOf(n), authorization: HOST }));
  }

  async setSwitch(isPaused: boolean): Promise<void> {
    await this.ask((core) => core.operator.setSwitch({ isPaused, by: 'operator' }));
  }

  /** The owner of an order moves tokens in or out. */
  leave(n: number, orders: number): void {
    this.world.chain.leave(ownerOf(n).address, orders);
  }

  /** Requests with the first owner's API key, which has few left in the window of each process. */
  async requests(times: number): Promise<void> {
    const { database, history, processes, time } = this.world;
    const { key, secret } = this.apiKey!;
    for (const api of APIS) {
      const start = windowStart(new Date(time.now + processes.get(api)!.skewMs)).getTime();
      if (history.admitted.has(start)) continue;
      history.admitted.set(start, REQUESTS_PER_WINDOW - REQUESTS_LEFT);
      await database.raw.rates.add(key.id, new Date(start), REQUESTS_PER_WINDOW - REQUESTS_LEFT);
    }
    const request = async () => {
      const { epoch } = database;
      const asked = await this.ask((core) => core.apiKeys.authenticate(secret));
      if (asked?.ok !== true || database.epoch !== epoch) return;
      const start = windowStart(asked.value.askedAt).getTime();
      history.admitted.set(start, history.admitted.get(start)! + 1);
    };
    await Promise.all(Array.from({ length: times }, request));
  }

  /** An operator brings a restored database up to date, as `sluice reconcile` does, and tries again until it is released. */
  async reconcile(): Promise<void> {
    const site = { life: new Life('operator'), trouble: () => false };
    const ports = this.world.portsFor({
      ...site,
      turn: (label) => this.world.scheduler.turn(site.life, label),
    });
    const attempt = async (): Promise<void> => {
      const displaced = await ports.databaseHome.displaced();
      if (displaced === undefined) return;
      unwrap(await reconcileOrders(ports, { ended: true }));
      const findSent = makeFindSent(ports);
      for (const { address } of this.world.chain.signers) unwrap(await findSent.all(address));
      await replayEnds(ports, ports.ends!, missingSince(displaced));
      await releaseDatabase(ports);
    };
    for (let isDone = false; !isDone;)
      isDone = await attempt().then(
        () => true,
        async (error: unknown) => {
          if (!isUnreachable(error) && !isExpected(error)) throw error;
          await this.world.time.sleep(PAUSE_MS);
          return false;
        },
      );
  }

  mineForeign(n: number): void {
    this.world.chain.mineForeign(2 * this.foreign++ + (n % 2));
  }

  /** Registers an API key and a webhook of the first owner before the run begins. */
  async register(): Promise<void> {
    await this.addWebhook();
    const { random, database, time } = this.world;
    const terms = { name: 'bot', permissions: ['execute'] } as const;
    const chosen = { network: 'devnet', owner: A_WALLET.address, terms } as const;
    const secrets = { secret: random.bytes(SECRET_BYTES), id: random.bytes(ID_BYTES) };
    this.apiKey = createApiKey({ ...chosen, now: new Date(time.now) }, secrets, HASHER.sha256);
    const { key } = this.apiKey;
    await database.raw.apiKeys.insert(key);
  }

  private async addWebhook(): Promise<void> {
    const { random, database, time } = this.world;
    const terms = { url: 'https://receiver.example.com/' };
    const chosen = { owner: A_WALLET.address, terms, createdAt: new Date(time.now), since: 0 };
    const webhook = createWebhook(chosen, { secret: random.bytes(32), id: random.bytes(16) });
    await database.raw.webhooks.insert(webhook);
  }

  /** Follows the first owner's orders forever, through changing processes. */
  async follow(pauseMs: number): Promise<never> {
    for (;;) {
      await this.readStream();
      await this.world.time.sleep(pauseMs);
    }
  }

  /** Reads the first owner's events that come after the last one read, once an earlier call has read what it reads. */
  readStream(): Promise<void> {
    return (this.reading = this.reading.then(() => this.readOn()));
  }

  private async readOn(): Promise<void> {
    const { history, database } = this.world;
    const scope = { owner: A_WALLET.address };
    for (let isLast = false; !isLast;) {
      const last = history.streamed.at(-1);
      const after = last?.position ?? history.streamedFrom;
      const { epoch } = database;
      const read = await this.ask(async ({ orders: { follow } }) => {
        const newest = await follow.newest();
        if (!(await follow.reaches(scope, last ?? { position: after }, newest))) return { startsAt: newest };
        return follow.changes(scope, after, newest, 5);
      });
      // A server ends its streams when the database goes back.
      if (database.epoch !== epoch) continue;
      if (read !== undefined && 'startsAt' in read)
        [history.streamed, history.streamedFrom] = [[], read.startsAt];
      else
        for (const { event } of read?.changes ?? [])
          history.streamed.push({
            uuid: event.uuid,
            seq: event.seq,
            position: event.position,
            at: event.at,
          });
      isLast = read === undefined || ('isLast' in read && read.isLast);
    }
  }

  /** Sends a request to one process after another until one responds; undefined if none does. Records errors that no fault explains. */
  private async ask<T>(request: (core: Core) => Promise<T>): Promise<T | undefined> {
    for (let n = 0; n < TRIES; n++) {
      const process = this.world.processes.get(APIS[this.turn++ % APIS.length]!)!;
      const { life } = process;
      if (!life.isOver) {
        const answer = await Promise.race([
          request(process.core).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          ),
          life.ended.then(() => ({ error: undefined })),
        ]);
        this.world.inspector.touch();
        if ('value' in answer) return answer.value;
        if (answer.error !== undefined && !isExpected(answer.error)) this.world.noteError(answer.error);
      }
      await this.world.time.sleep(PAUSE_MS);
    }
    return undefined;
  }

  private inputOf(n: number, order: PlannedOrder) {
    const { history, time } = this.world;
    const uuid: OrderUuid = uuidOf(n);
    const planned = history.planned.get(uuid) ?? order;
    history.planned.set(uuid, planned);
    return { ...signedOnce(uuid, ownerOf(n)), ...fieldsOf(planned, time.now) };
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && (error.cause as ChainUnreachable | undefined)?.kind === 'chain-unreachable';
