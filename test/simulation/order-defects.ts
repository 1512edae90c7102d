import type { Order } from '../../src/domain/order/order.js';
import type { SwapTransaction } from '../../src/domain/order/swap-transaction.js';
import { ok } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import { type OwnerUsage, type SwapRepository } from '../../src/ports/index.js';
import { ANOTHER_WALLET } from '../support/signing.js';
import {
  early,
  chainAs,
  everywhere,
  ordersAs,
  over,
  signedAs,
  statusesAs,
  swapsAs,
  type Defect,
} from './defect.js';

/** Defects in how orders, groups, limits, timers and backups are kept. */
export const ORDER_DEFECTS = {
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
  'a replaced order stays open': {
    ports: (ports) =>
      everywhere(ports, ({ orders }) => ({
        orders: over(orders, {
          updateMany: async (all) => {
            const isReplaced = (order: Order) => 'cancelReason' in order && order.cancelReason === 'replaced';
            const stored = await orders.updateMany(all.filter((order) => !isReplaced(order)));
            return new Set([...stored, ...all.filter(isReplaced).map(({ terms }) => terms.uuid)]);
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
} satisfies Readonly<Record<string, Defect>>;
