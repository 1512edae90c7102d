import { expect } from '@jest/globals';
import { createCore, type Core } from '../../../src/application/core.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import type { Order } from '../../../src/domain/order/order.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { Ports } from '../../../src/ports/index.js';
import { T0, uuidOf } from '../../support/builders.js';
import type { BlockChain } from '../../support/block-chain.js';
import { coreHarness, WELSH, type CoreHarness } from '../../support/core-harness.js';
import { recordPrices } from '../../support/executor-steps.js';
import { fieldsOf, signedOnce, type PlannedOrder } from '../../support/planned-orders.js';

const MINUTE = 60_000;
const STALE_MS = 15 * MINUTE;
const MAX_AGE_MS = 90 * 24 * 60 * MINUTE;

interface KnownOrder extends PlannedOrder {
  readonly createdMs: number;
}

/** The expected state, kept beside the real one. */
export class Model {
  readonly orders: KnownOrder[] = [];
  /** Orders whose cancellation was confirmed to the caller. */
  readonly cancelled = new Set<number>();
  /** Orders whose owner requested execution. */
  readonly asked = new Set<number>();
  price: { readonly usd: number; readonly thin: boolean; readonly atMs: number } | undefined;

  isOver({ createdMs, endsAfter = Infinity }: KnownOrder, nowMs: number): boolean {
    return nowMs >= createdMs + endsAfter * MINUTE || nowMs - createdMs >= MAX_AGE_MS;
  }

  /** Whether the executor should send it now. */
  isDue(order: KnownOrder, nowMs: number): boolean {
    const { trigger, createdMs, opensAfter = 0 } = order;
    if (trigger === 'manual' || this.isOver(order, nowMs) || nowMs < createdMs + opensAfter * MINUTE)
      return false;
    if (trigger === 'at-once') return true;
    if (this.price === undefined || this.price.thin || nowMs - this.price.atMs > STALE_MS) return false;
    const { usd } = this.price;
    return trigger.direction === 'gt' ? usd >= trigger.target : usd <= trigger.target;
  }
}

/** The core over memory storage and a chain with blocks; it can be restarted on what it has stored. */
export class Real {
  constructor(readonly chain: BlockChain) {}

  readonly harness: CoreHarness = coreHarness({ signers: this.chain.signers });
  readonly ports: Ports = {
    ...this.harness.ports,
    chain: this.chain,
    spentOrders: this.chain,
    secrets: EVEN_SECRETS,
  };
  core: Core = createCore(this.ports);

  restart(): void {
    this.core = createCore(this.ports);
  }

  get nowMs(): number {
    return this.harness.clock.now().getTime();
  }

  async place(n: number, order: PlannedOrder): Promise<void> {
    unwrap(await this.core.orders.placeJson({ ...signedOnce(uuidOf(n)), ...fieldsOf(order, this.nowMs) }));
  }

  async recordPrice(usd: number, thin: boolean): Promise<void> {
    await recordPrices(this.harness, { [WELSH]: usd }, { roundTripLoss: thin ? 26 : 1 });
  }

  async orders(count: number): Promise<readonly Order[]> {
    return Promise.all(
      Array.from({ length: count }, async (_, n) => unwrap(await this.core.orders.get(uuidOf(n)))),
    );
  }
}

/** The middle of every range, so that runs are repeatable. */
const EVEN_SECRETS: Ports['secrets'] = { bytes: (count) => new Uint8Array(count).fill(0x80) };

/** The invariants that hold after every step, whatever failed. */
export async function expectSound(model: Model, real: Real): Promise<void> {
  const { chain } = real;
  expect(chain.doubled).toEqual([]);
  const onChain = [...chain.succeeded(), ...chain.waiting()];
  expect(new Set(onChain).size).toBe(onChain.length);
  const orders = await real.orders(model.orders.length);
  for (const [n, order] of orders.entries()) {
    if (model.cancelled.has(n)) expect(order.status).toBe('cancelled');
    if (order.status === 'cancelled') expect(onChain).not.toContain(uuidOf(n));
    await expectLogFits(real, n, order);
  }
  await expectOneOfGroup(model, orders, onChain);
}

/**
 * What holds after settlement with a reachable chain. Until the chain has grown far enough (`isOver`), an order may wait
 * for the proof that its swap was dropped, or that its block was orphaned.
 */
export async function expectAgreement(model: Model, real: Real, isOver: boolean): Promise<void> {
  const pending = isOver ? ['broadcasted'] : ['broadcasted', 'confirmed'];
  const without = isOver ? ['open', 'cancelled'] : ['open', 'cancelled', ...pending];
  const [succeeded, waiting] = [real.chain.succeeded(), real.chain.waiting()];
  for (const order of await real.orders(model.orders.length)) {
    const { uuid } = order.terms;
    const shown = { uuid, status: order.status };
    if (succeeded.includes(uuid)) expect(shown).toEqual({ uuid, status: 'confirmed' });
    else if (waiting.includes(uuid)) expect(pending).toContain(order.status);
    else expect(without).toContain(order.status);
  }
}

/** The events that lead to each status. */
const ENTRANCES: Readonly<Record<Order['status'], readonly string[]>> = {
  open: ['created', 'swap-refused', 'reopened'],
  broadcasted: ['broadcasted', 'orphaned', 'corrected'],
  confirmed: ['confirmed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};
const ENTERING = Object.values(ENTRANCES).flat();

async function expectLogFits(real: Real, n: number, { status }: Order): Promise<void> {
  const events = unwrap(await real.core.orders.events(uuidOf(n)));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events[0]?.type).toBe('created');
  const last = events.findLast(({ type }) => ENTERING.includes(type));
  expect(ENTRANCES[status]).toContain(last?.type);
  const waiting = events.filter(
    (event, index) =>
      event.type === 'waiting' &&
      events[index - 1]?.type === 'waiting' &&
      events[index - 1]?.facts['reason'] === event.facts['reason'],
  );
  expect(waiting).toEqual([]);
  if (status === 'cancelled') expect(events.at(-1)?.type).toBe('cancelled');
}

async function expectOneOfGroup(
  model: Model,
  orders: readonly Order[],
  onChain: readonly OrderUuid[],
): Promise<void> {
  const group = orders.filter((_, n) => model.orders[n]?.group === 'oco');
  expect(group.filter(({ terms }) => onChain.includes(terms.uuid)).length).toBeLessThanOrEqual(1);
}

export { MINUTE, T0 };
