import { isDeepStrictEqual } from 'node:util';
import { ok } from '../../src/domain/shared/result.js';
import { StorageFailure } from '../../src/ports/index.js';
import { chainAs, everywhere, ordersAs, over, swapsAs, unlocked, type Defect } from './defect.js';

/** Defects in how swaps are sent and settled, and in what is kept of prices and events. */
export const SENDING_DEFECTS = {
  'accounts are not locked': unlocked('senders'),
  'groups are not locked': unlocked('oco:'),
  'a swap is sent before it is stored': {
    ports: (ports) => ({
      ...ports,
      signers: (ports.signers ?? []).map((signer) =>
        over(signer, {
          sign: async (plan, account) => {
            const signed = await signer.sign(plan, account);
            if (signed.ok) await ports.chain.broadcast(signed.value.raw, signed.value.txid);
            return signed;
          },
        }),
      ),
    }),
  },
  'a lost answer is taken for a refusal': chainAs(({ chain }) => ({
    broadcast: async (raw, txid) => {
      const outcome = await chain.broadcast(raw, txid);
      return outcome.kind === 'unknown' ? { ...outcome, kind: 'refused', about: 'transaction' } : outcome;
    },
    transactionStatus: async () => ok({ kind: 'unseen' as const }),
  })),
  'what the index does not show is dropped': {
    settings: { deathBlocks: 0 },
    ports: (ports) => ({
      ...ports,
      spentOrders: over(ports.spentOrders, { isSpent: async () => ok(false) }),
      chain: over(ports.chain, {
        nextNonce: async (account, at) => {
          const next = await ports.chain.nextNonce(account, at);
          return next.ok ? ok(next.value + 1n) : next;
        },
      }),
    }),
  },
  'an order is cancelled while it is sent': ordersAs((order) => {
    if (order.status !== 'open') return order;
    const { sending: _hidden, ...rest } = order;
    return rest;
  }),
  'versions are not compared': {
    ports: (ports) =>
      everywhere(ports, ({ orders }) => ({
        orders: over(orders, {
          updateMany: async (changed) => {
            const stored = await orders.findMany(changed.map(({ terms }) => terms.uuid));
            const versions = new Map(stored.map(({ terms, version }) => [terms.uuid, version]));
            return orders.updateMany(
              changed.map((order) => ({
                ...order,
                version: versions.get(order.terms.uuid) ?? order.version,
              })),
            );
          },
        }),
      })),
  },
  'what is sent again is dropped after a refusal': {
    ports: (ports) =>
      everywhere(ports, ({ orders }) => ({
        orders: over(orders, {
          update: async (order) => {
            const now = await orders.findById(order.terms.uuid);
            return isDeepStrictEqual(now, order) ? ok(order) : orders.update(order);
          },
        }),
      })),
  },
  'a stream resumes one event too late': {
    ports: (ports) => ({
      ...ports,
      feed: over(ports.feed, {
        read: ({ after, ...query }) =>
          ports.feed.read({ ...query, after: query.of === undefined || after === 0 ? after : after + 1 }),
      }),
    }),
  },
  'a stream repeats its last event': {
    ports: (ports) => ({
      ...ports,
      feed: over(ports.feed, {
        read: ({ after, ...query }) =>
          ports.feed.read({ ...query, after: query.of === undefined ? after : Math.max(0, after - 1) }),
      }),
    }),
  },
  'held nonces are read from a replica': swapsAs((swaps) => {
    const before = new Map<string, readonly bigint[]>();
    return {
      heldNonces: async (...senders) => {
        const now = await swaps.heldNonces(...senders);
        const shown = new Map(senders.map((sender) => [sender, before.get(sender) ?? []]));
        for (const [sender, held] of now) before.set(sender, held);
        return shown;
      },
    };
  }),
  'other bytes are stored than sent': swapsAs((swaps) => ({
    insert: (...stored) =>
      swaps.insert(...stored.map((swap) => ({ ...swap, raw: `${swap.raw}00` as typeof swap.raw }))),
  })),
  'the switch is not asked': {
    ports: (ports) =>
      everywhere(ports, ({ sendingSwitch }) => ({
        sendingSwitch: over(sendingSwitch, { position: async () => undefined }),
      })),
  },
  'windows are not heeded': {
    ports: (ports) => {
      const { executionQueue } = ports;
      const blind = everywhere(ports, ({ orders }) => ({
        orders: over(orders, {
          findById: async (uuid) => {
            const order = await orders.findById(uuid);
            if (order === undefined) return undefined;
            const { validFrom: _unread, ...terms } = order.terms;
            return { ...order, terms };
          },
          findMany: async (uuids) =>
            (await orders.findMany(uuids)).map((order) => {
              const { validFrom: _unread, ...terms } = order.terms;
              return { ...order, terms };
            }),
          updateMany: async (changed) => {
            const stored = await orders.findMany(changed.map(({ terms }) => terms.uuid));
            const terms = new Map(stored.map((order) => [order.terms.uuid, order.terms]));
            return orders.updateMany(
              changed.map((order) => ({ ...order, terms: terms.get(order.terms.uuid) ?? order.terms })),
            );
          },
        }),
      }));
      const claim: typeof executionQueue.claim = (request) =>
        executionQueue.claim({ ...request, now: new Date(request.now.getTime() + 600_000) });
      return { ...blind, executionQueue: over(executionQueue, { claim }) };
    },
  },
  'prices are read tenfold': {
    ports: (ports) => ({
      ...ports,
      prices: over(ports.prices, {
        latest: async (now) => {
          const latest = await ports.prices.latest(now);
          return { ...latest, prices: latest.prices.map((price) => ({ ...price, usd: price.usd * 10 })) };
        },
      }),
    }),
  },
  'an event is not logged': {
    ports: (ports) =>
      everywhere(ports, ({ events }) => ({
        events: over(events, {
          append: (...appended) =>
            events.append(...appended.filter(({ event }) => event.type !== 'broadcasted')),
        }),
      })),
  },
  'a failed commit is acknowledged': {
    ports: (ports) => ({
      ...ports,
      unitOfWork: over(ports.unitOfWork, {
        run: async (work) => {
          let last: Awaited<ReturnType<typeof work>> | undefined;
          try {
            return await ports.unitOfWork.run(async (storage) => (last = await work(storage)));
          } catch (error) {
            if (error instanceof StorageFailure && last?.ok === true) return last;
            throw error;
          }
        },
      }),
    }),
  },
  'a unit of work is not one': {
    ports: (ports) => ({
      ...ports,
      unitOfWork: over(ports.unitOfWork, {
        run: (work) => work({ ...ports, lock: async () => undefined }),
      }),
    }),
  },
  'deliveries are lost behind the cursor': {
    ports: (ports) =>
      everywhere(ports, ({ webhookDeliveries }) => ({
        webhookDeliveries: over(webhookDeliveries, {
          add: (deliveries) => webhookDeliveries.add(deliveries.slice(0, 3)),
        }),
      })),
  },
  'two recorders record one run': {
    ports: (ports) => ({
      ...ports,
      prices: over(ports.prices, {
        record: async (run) => {
          await ports.prices.record(run);
          return ok();
        },
      }),
    }),
  },
} satisfies Readonly<Record<string, Defect>>;
