import type { CoreSettings } from '../../src/application/settings.js';
import type { CancelTimer } from '../../src/domain/cancel-timer/cancel-timer.js';
import type { TransactionStatus } from '../../src/domain/order/lifecycle/settlement.js';
import type { Order } from '../../src/domain/order/order.js';
import { ok } from '../../src/domain/shared/result.js';
import { type Ports, type StoragePorts, type SwapPlan, type SwapRepository } from '../../src/ports/index.js';
import type { World } from './world.js';

/** A mistake that a programmer could make, built into the ports of every process. The simulator must find it. */
export interface Defect {
  readonly ports?: (ports: Ports, world: World) => Ports;
  readonly settings?: Partial<CoreSettings>;
}

/** A copy of the port with these methods replaced. */
export const over = <T extends object>(port: T, methods: Partial<T>): T =>
  Object.assign(Object.create(port) as T, methods);

/** Ports with a changed storage, in units of work too. */
export const everywhere = (
  ports: Ports,
  change: (storage: StoragePorts) => Partial<StoragePorts>,
): Ports => ({
  ...ports,
  ...change(ports),
  unitOfWork: over(ports.unitOfWork, {
    run: (work) => ports.unitOfWork.run((storage) => work({ ...storage, ...change(storage) })),
  }),
});

/** The timer as if it fired half a minute earlier. */
export const early = (timer: CancelTimer | undefined): CancelTimer | undefined =>
  timer?.armed && {
    ...timer,
    armed: { ...timer.armed, firesAt: new Date(timer.armed.firesAt.getTime() - 30_000) },
  };

/** A defect: locks with this prefix are not taken. */
export const unlocked = (prefix: string): Defect => ({
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
export const ordersAs = (change: (order: Order) => Order): Defect => ({
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

export const swapsAs = (methods: (swaps: SwapRepository) => Partial<SwapRepository>): Defect => ({
  ports: (ports) => everywhere(ports, ({ swaps }) => ({ swaps: over(swaps, methods(swaps)) })),
});

/** Swaps as they are signed. */
export const signedAs = (change: (plan: SwapPlan) => SwapPlan): Defect => ({
  ports: (ports) => ({
    ...ports,
    signers: (ports.signers ?? []).map((signer) =>
      over(signer, { sign: (plan, account) => signer.sign(change(plan), account) }),
    ),
  }),
});

/** Statuses of mined transactions as they are read. */
export const statusesAs = (change: (status: TransactionStatus) => TransactionStatus): Defect =>
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

export const chainAs = (methods: (ports: Ports) => Partial<Ports['chain']>): Defect => ({
  ports: (ports) => ({ ...ports, chain: over(ports.chain, methods(ports)) }),
});

/** All defects by name. */
