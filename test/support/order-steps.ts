import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { uuidOf } from './builders.js';
import { coreHarness, HOST, signedInput, type CoreHarness, type HarnessOptions } from './core-harness.js';

/** Places the nth order. These steps of tests take the first order by default. */
export const place = async ({ core }: Pick<CoreHarness, 'core'>, n = 1, fields: AnyOrder = {}) =>
  unwrap(await core.orders.place(signedInput({ uuid: uuidOf(n), fields })));

export const execute = ({ core }: CoreHarness, n = 1) =>
  core.orders.execute({ ref: uuidOf(n), authorization: HOST });

export const settle = async ({ core }: CoreHarness) => unwrap(await core.execution.settle());

export const orderOf = async ({ core }: CoreHarness, n = 1) => unwrap(await core.orders.get(uuidOf(n)));

/** The types of the order's events, oldest first. */
export const typesOf = async ({ core }: CoreHarness, n = 1) =>
  unwrap(await core.orders.events(uuidOf(n))).map(({ type }) => type);

export const swapsOf = ({ ports }: CoreHarness, n = 1) => ports.swaps.listByOrder(uuidOf(n));

/** A core with order 1 placed. */
export async function placed(fields: AnyOrder = {}, options: HarnessOptions = {}): Promise<CoreHarness> {
  const harness = coreHarness(options);
  await place(harness, 1, fields);
  return harness;
}

/** Order 1 with a swap that is stored but has reached no node. */
export async function storedSwap() {
  const harness = await placed();
  harness.chain.answerNext({ kind: 'unknown', reason: 'cut off' });
  await execute(harness);
  return { ...harness, txid: harness.chain.sent[0]!.txid };
}

/** Order 1 with its swap in the mempool. */
export async function broadcastSwap() {
  const harness = await placed();
  return { ...harness, txid: unwrap(await execute(harness)).txid };
}
