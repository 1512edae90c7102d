import { isDeepStrictEqual } from 'node:util';
import type { CoreSettings } from '../../src/application/settings.js';
import type { CancelTimer } from '../../src/domain/cancel-timer/cancel-timer.js';
import type { TransactionStatus } from '../../src/domain/order/lifecycle/settlement.js';
import type { Order } from '../../src/domain/order/order.js';
import type { SwapTransaction } from '../../src/domain/order/swap-transaction.js';
import { ok } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import {
  StorageFailure,
  type OwnerUsage,
  type Ports,
  type StoragePorts,
  type SwapPlan,
  type SwapRepository,
} from '../../src/ports/index.js';
import { ANOTHER_WALLET } from '../support/signing.js';
import type { World } from './world.js';

/** A mistake that a programmer could make, built into the ports of every process. The simulator must find it. */
export interface Defect {
  readonly ports?: (ports: Ports, world: World) => Ports;
  readonly settings?: Partial<CoreSettings>;
}

/** A copy of the port with these methods replaced. */
const over = <T extends object>(port: T, methods: Partial<T>): T =>
  Object.assign(Object.create(port) as T, methods);

/** Ports with a changed storage, in units of work too. */
const everywhere = (ports: Ports, change: (storage: StoragePorts) => Partial<StoragePorts>): Ports => ({
  ...ports,
  ...change(ports),
  unitOfWork: over(ports.unitOfWork, {
    run: (work) => ports.unitOfWork.run((storage) => work({ ...storage, ...change(storage) })),
  }),
});

/** The timer as if it fired half a minute earlier. */
const early = (timer: CancelTimer | undefined): CancelTimer | undefined =>
  timer?.armed && {
    ...timer,
    armed: { ...timer.armed, firesAt: new Date(timer.armed.firesAt.getTime() - 30_000) },
  };

/** A defect: locks with this prefix are not taken. */
const unlocked = (prefix: string): Defect => ({
  ports: (ports) => ({
    ...ports,
    unitOfWork: over(ports.unitOfWork, {
      run: (work) =>
        ports.unitOfWork.run((storage) =>
          work({
            ...storage,
            lock: async (name) => (name.startsWith(prefix) ? undefined : storage.lock(name)),
          }),
        ),
    }),
  }),
});

/** A defect: orders that are found by id are changed. */
const ordersAs = (change: (order: Order) => Order): Defect => ({
  ports: (ports) =>
    everywhere(ports, ({ orders }) => ({
      orders: over(orders, {
        findById: async (uuid) => {
          const order = await orders.findById(uuid);
          return order && change(order);
        },
        findMany: async (uuids) => (await orders.findMany(uuids)).map(change),
      }),
    })),
});

const swapsAs = (methods: (swaps: SwapRepository) => Partial<SwapRepository>): Defect => ({
  ports: (ports) => everywhere(ports, ({ swaps }) => ({ swaps: over(swaps, methods(swaps)) })),
});

/** Swaps as they are signed. */
const signedAs = (change: (plan: SwapPlan) => SwapPlan): Defect => ({
  ports: (ports) => ({
    ...ports,
    signers: (ports.signers ?? []).map((signer) =>
      over(signer, { sign: (plan, account) => signer.sign(change(plan), account) }),
    ),
  }),
});

/** Statuses of mined transactions as they are read. */
const statusesAs = (change: (status: TransactionStatus) => TransactionStatus): Defect =>
  chainAs(({ chain }) => ({
    transactionStatus: async (txid) => {
      const found = await chain.transactionStatus(txid);
      return found.ok ? ok(change(found.value)) : found;
    },
    transactionStatuses: async (txids, senders) => {
      const found = await chain.transactionStatuses(txids, senders);
      return found.ok ? ok(new Map([...found.value].map(([txid, each]) => [txid, change(each)]))) : found;
    },
  }));

const chainAs = (methods: (ports: Ports) => Partial<Ports['chain']>): Defect => ({
  ports: (ports) => ({ ...ports, chain: over(ports.chain, methods(ports)) }),
});

/** All defects by name. */
export const DEFECTS = {
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
  'terms are lost': ordersAs((order) => {
    const { minAmountOut: _dropped, ...terms } = order.terms;
    return { ...order, terms };
  }),
  'siblings of a group are not seen': {
    ports: (ports) =>
      everywhere(ports, ({ orders }) => ({
        orders: over(orders, { listUncancelledByStrategy: async () => [], listByStrategy: async () => [] }),
      })),
  },
  'exits do not follow their entry': {
    ports: (ports) =>
      everywhere(ports, ({ orders }) => ({
        orders: over(orders, {
          listUncancelledByStrategy: async (owner, id) =>
            (await orders.listUncancelledByStrategy(owner, id)).filter(
              ({ terms }) => terms.after === undefined,
            ),
        }),
      })),
  },
  'exits are active from the start': {
    ports: (ports) =>
      everywhere(ports, ({ orders }) => {
        const active = (order: Order): Order =>
          order.terms.after === undefined ? order : { ...order, activation: { at: order.createdAt } };
        return {
          orders: over(orders, {
            insert: (order) => orders.insert(active(order)),
            insertMany: (all) => orders.insertMany(all.map(active)),
          }),
        };
      }),
  },
  'an amendment is acknowledged and not stored': {
    ports: (ports) =>
      everywhere(ports, ({ orders }) => ({
        orders: over(orders, {
          amend: async (order) => {
            const { terms } = (await orders.findById(order.terms.uuid))!;
            const kept = await orders.update({ ...order, terms });
            return kept.ok ? ok({ ...order, version: kept.value.version }) : kept;
          },
        }),
      })),
  },
  'one block makes a swap final': { settings: { finalBlocks: 1 } },
  'gaps of nonces are not closed': { settings: { gapAfterMs: 1e12, stuckAfterMs: 1e12 } },
  'stored swaps are never sent again': chainAs(({ chain }) => {
    const sent = new Set<string>();
    return {
      broadcast: async (raw, txid) => {
        if (sent.has(txid)) return { kind: 'unknown', reason: 'sent before' };
        sent.add(txid);
        return chain.broadcast(raw, txid);
      },
    };
  }),
  'limits of owners are not heeded': { settings: { ownerInFlight: 1_000 } },
  'failures of owners are not counted': { settings: { ownerFailures: 1_000 } },
  'balances are not asked': {
    ports: (ports) => ({
      ...ports,
      balances: over(ports.balances, { balanceOf: async () => ok(undefined) }),
    }),
  },
  'swaps under way take nothing': swapsAs((swaps) => {
    const free = (live: readonly SwapTransaction[]) =>
      live.map((swap) => ({ ...swap, quote: { ...swap.quote, amountIn: toUnits(0n) } }));
    return {
      liveOf: async (...owners) => {
        const live = await swaps.liveOf(...owners);
        return new Map([...live].map(([owner, own]) => [owner, free(own)]));
      },
      standingsOf: async (...args) => {
        const standings = await swaps.standingsOf(...args);
        return new Map([...standings].map(([owner, each]) => [owner, { ...each, live: free(each.live) }]));
      },
    };
  }),
  'a swap pays another wallet': signedAs((plan) => ({
    ...plan,
    terms: { ...plan.terms, recipient: ANOTHER_WALLET.address },
  })),
  'post-conditions leave out the minimum': signedAs((plan) => {
    const { minAmountOut: _dropped, ...terms } = plan.terms;
    return { ...plan, terms };
  }),
  'an abort is taken for a payment': statusesAs((status) =>
    status.kind === 'aborted' ? { ...status, kind: 'success', amountOut: toUnits(1n) } : status,
  ),
  'the amount paid is read wrong': statusesAs((status) =>
    status.kind === 'success' ? { ...status, amountOut: toUnits((status.amountOut ?? 0n) + 1n) } : status,
  ),
  'quotas are counted outside the transaction': {
    ports: (ports) => ({
      ...ports,
      unitOfWork: over(ports.unitOfWork, {
        run: (work) =>
          ports.unitOfWork.run((storage) => {
            let open: Awaited<ReturnType<OwnerUsage['open']>>;
            const ownerUsage = over(storage.ownerUsage, {
              addPlaced: async (placed) => {
                open = await ports.ownerUsage.open(placed.map(({ owner }) => owner));
                return storage.ownerUsage.addPlaced(placed);
              },
              open: async () => open,
            });
            return work({ ...storage, ownerUsage });
          }),
      }),
    }),
  },
  'fees are added up before the lock': {
    ports: (ports) => {
      const { swaps } = ports;
      let sum: ReturnType<SwapRepository['spentSince']>;
      const base = {
        ...ports,
        swaps: over(swaps, { spentSince: (times) => (sum = swaps.spentSince(times)) }),
      };
      return {
        ...base,
        unitOfWork: over(ports.unitOfWork, {
          run: (work) =>
            ports.unitOfWork.run((storage) =>
              work({ ...storage, swaps: over(storage.swaps, { spentSince: () => sum }) }),
            ),
        }),
      };
    },
  },
  'each process counts requests by itself': {
    ports: (ports) => {
      const counts = new Map<string, number>();
      return {
        ...ports,
        rates: over(ports.rates, {
          add: async (subject, start, requests) => {
            await ports.rates.add(subject, start, requests);
            const place = `${subject} ${start.getTime()}`;
            const before = counts.get(place) ?? 0;
            counts.set(place, before + requests);
            return before;
          },
        }),
      };
    },
  },
  'a restored database is used at once': {
    ports: (ports) =>
      everywhere(ports, ({ databaseHome }) => ({
        databaseHome: over(databaseHome, { displaced: async () => undefined }),
      })),
  },
  'a timer fires before its time': {
    ports: (ports) =>
      everywhere(ports, ({ cancelTimers }) => ({
        cancelTimers: over(cancelTimers, {
          listDue: async (now, limit) => cancelTimers.listDue(new Date(now.getTime() + 30_000), limit),
          find: async (scope) => early(await cancelTimers.find(scope)),
        }),
      })),
  },
  'a timer that fired ends no order': {
    ports: (ports) =>
      everywhere(ports, ({ cancelTimers }) => ({
        cancelTimers: over(cancelTimers, { listEnding: async () => [] }),
      })),
  },
  'ends are not replayed': {
    ports: (ports) => ({ ...ports, ends: over(ports.ends!, { since: async function* () {} }) }),
  },
  'what was sent is not looked for': {
    ports: (ports) => ({
      ...ports,
      sentSwaps: {
        pending: async () => ok({ nonces: [], swaps: [] }),
        mined: async () => ok([]),
      },
    }),
  },
} as const satisfies Readonly<Record<string, Defect>>;

export type DefectName = keyof typeof DEFECTS;
