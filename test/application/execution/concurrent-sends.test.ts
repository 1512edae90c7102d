import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { TransactionStatus } from '../../../src/domain/order/lifecycle/settlement.js';
import { ok, unwrap, type Result } from '../../../src/domain/shared/result.js';
import type { ChainNode, Ports } from '../../../src/ports/index.js';
import { BlockChain } from '../../support/block-chain.js';
import { uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, UNGUARDED } from '../../support/core-harness.js';
import { signedOnce } from '../../support/planned-orders.js';

const REF = uuidOf(1);

/** Two processes on one storage and one chain: a host refuses what the first one sends, and takes what the second one sends. */
function twoProcesses() {
  const chain = new BlockChain();
  const harness = coreHarness({ signers: chain.signers });
  const ports = { ...harness.ports, chain, spentOrders: chain };
  const processOn = (methods: Partial<ChainNode>) => {
    const own: Ports = { ...ports, chain: Object.assign(Object.create(chain) as ChainNode, methods) };
    return createCore(own, { ownerInFlight: 1_000, ...UNGUARDED });
  };
  const refusing = (whileAsked: () => Promise<unknown>) =>
    processOn({
      broadcast: async () => ({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' }),
      transactionStatus: async (): Promise<Result<TransactionStatus, never>> => {
        await whileAsked();
        return ok({ kind: 'unseen' });
      },
    });
  return { chain, processOn, refusing };
}

describe('a swap that is sent again while its first sending is refused', () => {
  it('stays under way when the second host takes it after the refusal', async () => {
    const { chain, processOn, refusing } = twoProcesses();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const second = processOn({
      broadcast: async (raw, txid) => {
        begin();
        await ended;
        return chain.broadcast(raw, txid);
      },
    });
    let settled: Promise<unknown> = Promise.resolve();
    const first = refusing(async () => {
      settled = second.execution.settle();
      await begun;
    });
    unwrap(await first.orders.placeJson(signedOnce(REF)));
    const sent = await first.orders.execute({ ref: REF, authorization: HOST });
    end();
    await settled;
    expect(sent).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect(chain.waiting()).toEqual([REF]);
    expect(unwrap(await first.orders.get(REF)).status).toBe('broadcasted');
  });

  it('is not sent again when it was dropped before', async () => {
    const { chain, processOn, refusing } = twoProcesses();
    let read = () => {};
    const hasRead = new Promise<void>((resolve) => (read = resolve));
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const second = processOn({
      tip: async () => {
        read();
        await ended;
        return chain.tip();
      },
    });
    let settled: Promise<unknown> = Promise.resolve();
    const first = refusing(async () => {
      settled = second.execution.settle();
      await hasRead;
    });
    unwrap(await first.orders.placeJson(signedOnce(REF)));
    const sent = await first.orders.execute({ ref: REF, authorization: HOST });
    end();
    await settled;
    expect(sent).toMatchObject({ error: { kind: 'broadcast-refused' } });
    expect(chain.waiting()).toEqual([]);
    expect(unwrap(await first.orders.get(REF))).toMatchObject({ status: 'open' });
  });
});
