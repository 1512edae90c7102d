import { isPublicAddress } from '../../../src/adapters/webhooks/public-addresses.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import type { EndedAttempt } from '../../../src/domain/webhook/attempt.js';
import type { SendOutcome } from '../../../src/domain/webhook/delivery.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { StorageAccess, WebhookEvent, WebhookMessage } from '../../../src/ports/index.js';
import { createCore } from '../../../src/application/core.js';
import { anOpenOrder, handleFor, uuidOf } from '../../support/builders.js';
import { coreHarness, walletProof, type CoreHarness } from '../../support/core-harness.js';
import { A_WALLET, type TestWallet } from '../../support/signing.js';

type Answer = (message: WebhookMessage, signal: AbortSignal) => SendOutcome | Promise<SendOutcome>;

export const responded = (status: number): EndedAttempt => ({ kind: 'responded', status, tookMs: 5 });

/** An order's number and the number of the event, such as `3.1`; otherwise the kind of the message. */
export const nameOf = ({ content }: WebhookMessage): string =>
  content.kind !== 'order'
    ? content.kind
    : `${Number.parseInt(content.order.terms.uuid.slice(-12), 16)}.${content.event.seq}`;

export interface WebhookBed extends CoreHarness {
  /** All messages that were sent, whatever came of them. */
  readonly sent: WebhookMessage[];
  readonly events: WebhookEvent[];
  /** Events of orders that were queued for webhooks. */
  readonly queued: readonly WebhookEvent[];
  /** How receivers answer from now on. */
  answer(next: Answer): void;
  create(fields?: object, wallet?: TestWallet): Promise<string>;
  /** Stores an order and its first event, or a further event of it. */
  happen(order: number, wallet?: TestWallet, strategyId?: string): Promise<void>;
  /** What the background work does now; resolves when no attempt is under way. */
  work(): Promise<void>;
  /** Works, advances the clock to when the next delivery is due, and so on until that time. */
  workUntil(end: Date): Promise<void>;
  proof(fields: object, wallet?: TestWallet): ReturnType<typeof walletProof>;
}

let once = 0;

/** A core whose webhooks are answered by a function. */
export function webhookBed(storage?: StorageAccess): WebhookBed {
  const sent: WebhookMessage[] = [];
  const events: WebhookEvent[] = [];
  const queued: WebhookEvent[] = [];
  let answering: Answer = () => responded(204);
  const harness = coreHarness(storage && { storage });
  const ports = {
    ...harness.ports,
    webhookSender: {
      isPublic: isPublicAddress,
      send: async (message: WebhookMessage, signal: AbortSignal) => {
        sent.push(message);
        return answering(message, signal);
      },
    },
    webhookObserver: {
      observe: (event: WebhookEvent) =>
        void (event.kind === 'webhook-event-queued' ? queued : events).push(event),
    },
  };
  const core = createCore(ports, { webhooksPerWallet: 2, webhookHosts: [] });
  const { clock } = harness;
  const { sending } = core.webhooks;

  const proof = (fields: object, wallet = A_WALLET) =>
    walletProof({ timestamp: clock.now().getTime(), once: ++once, ...fields }, wallet);

  const placed = new Set<OrderUuid>();
  const happen = async (order: number, { address }: TestWallet = A_WALLET, strategyId?: string) => {
    const uuid = uuidOf(order);
    const at = clock.now();
    if (placed.has(uuid)) return ports.events.append({ uuid, event: { type: 'waiting', at, facts: {} } });
    placed.add(uuid);
    const strategy = strategyId === undefined ? {} : { strategyId };
    const terms = { uuid, handle: handleFor(uuid), owner: address, recipient: address, strategy };
    await ports.orders.insert(anOpenOrder(terms));
    await ports.events.begin([{ uuid, event: { type: 'created', at, facts: {} } }]);
  };

  const work = async () => {
    while ((await sending.addDeliveries()).hasMore);
    let before;
    do {
      before = sent.length;
      await sending.sendDue();
      await sending.idle();
    } while (sent.length > before);
  };

  return {
    ...harness,
    core,
    ports,
    sent,
    events,
    queued,
    answer: (next) => void (answering = next),
    create: async (fields = {}, wallet = A_WALLET) => {
      const message = { action: 'create_webhook', url: 'https://receiver.example.org/hook', ...fields };
      return unwrap(await core.webhooks.create(proof(message, wallet))).webhook.id;
    },
    happen,
    work,
    workUntil: async (end) => {
      await work();
      for (;;) {
        const next = await ports.webhookDeliveries.nextDue(clock.now());
        if (next === undefined || next > end) break;
        clock.set(next);
        await work();
      }
      clock.set(end);
    },
    proof,
  };
}
