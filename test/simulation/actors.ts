import type { Core } from '../../src/application/core.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import { createWebhook } from '../../src/domain/webhook/webhook.js';
import { uuidOf } from '../support/builders.js';
import { HOST } from '../support/core-harness.js';
import { fieldsOf, signedOnce, type PlannedOrder } from '../support/planned-orders.js';
import { A_WALLET, ANOTHER_WALLET } from '../support/signing.js';
import { ORDERS, type ProcessName } from './plan.js';
import { isExpected } from './process.js';
import type { World } from './world.js';

const APIS = ['api-1', 'api-2', 'api-3'] as const satisfies readonly ProcessName[];
/** Owner of the nth order. The first of the two owners follows its orders. */
export const ownerOf = (n: number) => (n % 3 === 2 ? ANOTHER_WALLET : A_WALLET);

const TRIES = 4;
const PAUSE_MS = 7_000;

/** Callers that try again when a response is lost: the owners, the operator, and a reader of an owner's stream. */
export class Actors {
  private turn = 0;
  private foreign = 0;

  constructor(private readonly world: World) {}

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

  async cancel(n: number): Promise<void> {
    const ended = await this.ask((core) => core.orders.cancel({ ref: uuidOf(n), authorization: HOST }));
    if (ended?.ok && ended.value.status === 'cancelled') this.world.history.ended.add(uuidOf(n));
  }

  async cancelAll(): Promise<void> {
    const authorization = { ...HOST, owner: A_WALLET.address };
    const ended = await this.ask((core) => core.orders.cancelMany({ selection: {}, authorization }));
    for (const uuid of ended?.ok ? ended.value.cancelled : []) this.world.history.ended.add(uuid);
  }

  async execute(n: number): Promise<void> {
    this.world.history.asked.add(uuidOf(n));
    await this.ask((core) => core.orders.execute({ ref: uuidOf(n), authorization: HOST }));
  }

  async setSwitch(isPaused: boolean): Promise<void> {
    await this.ask((core) => core.operator.setSwitch({ isPaused, by: 'operator' }));
  }

  mineForeign(n: number): void {
    this.world.chain.mineForeign(2 * this.foreign++ + (n % 2));
  }

  /** Registers a webhook of the first owner before the run begins. */
  addWebhook(): void {
    const { random, database, time } = this.world;
    const terms = { url: 'https://receiver.example.com/' };
    const chosen = { owner: A_WALLET.address, terms, createdAt: new Date(time.now), since: 0 };
    const webhook = createWebhook(chosen, { secret: random.bytes(32), id: random.bytes(16) });
    database.committed.webhooks.set(webhook.id, webhook);
  }

  /** Follows the first owner's orders forever, through changing processes. */
  async follow(pauseMs: number): Promise<never> {
    for (;;) {
      await this.readStream();
      await this.world.time.sleep(pauseMs);
    }
  }

  /** Reads the first owner's events that come after the last one read. */
  async readStream(): Promise<void> {
    const { streamed } = this.world.history;
    const scope = { owner: A_WALLET.address };
    for (let isLast = false; !isLast;) {
      const after = streamed.at(-1)?.position ?? 0;
      const read = await this.ask(async ({ orders }) =>
        orders.follow.changes(scope, after, await orders.follow.newest(), 5),
      );
      for (const { event } of read?.changes ?? [])
        streamed.push({ uuid: event.uuid, seq: event.seq, position: event.position });
      isLast = read?.isLast ?? true;
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
