import { expect, it } from '@jest/globals';
import type {
  CallersReads,
  OrderEventLog,
  OrderRepository,
  PriceStore,
  StorageAccess,
} from '../../src/ports/index.js';

/** Whether a value of the first type fits where the second is expected. */
type Fits<From, To> = [From] extends [To] ? true : false;

it('takes a replica for what is read for callers, and for nothing else, by the types of the ports', () => {
  const storageServesCallers: Fits<StorageAccess, CallersReads> = true;
  const replicaServesOrders: Fits<
    CallersReads['orders'],
    Pick<OrderRepository, 'findById' | 'readsFrom'>
  > = false;
  const replicaServesEvents: Fits<CallersReads['events'], Pick<OrderEventLog, 'list' | 'readsFrom'>> = false;
  const replicaServesPrices: Fits<CallersReads['prices'], Pick<PriceStore, 'slots' | 'readsFrom'>> = false;
  expect([storageServesCallers, replicaServesOrders, replicaServesEvents, replicaServesPrices]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
