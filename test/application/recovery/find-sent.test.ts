import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { createCore } from '../../../src/application/core.js';
import type { SwapTransaction } from '../../../src/domain/order/swap-transaction.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import type { Txid } from '../../../src/domain/order/ids.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import type { IsStored, SentSwap, SentSwaps } from '../../../src/ports/index.js';
import { AN_OPERATOR, T0, uuidOf } from '../../support/builders.js';
import { HOST } from '../../support/core-harness.js';
import { execute, orderOf, place, placed, settle, storedSwap, typesOf } from '../../support/order-steps.js';

const WENT_BACK = { kind: 'went-back' } as const;

/** An account's swaps in the mempool and in blocks, as a test sets them, and the accounts that were asked about. */
function sentSwaps() {
  const sent = { pending: [] as SentSwap[], mined: [] as SentSwap[], asked: new Set<string>() };
  const unstored = async (swaps: readonly SentSwap[], isStored: IsStored) => {
    const stored = await Promise.all(swaps.map(({ txid }) => isStored(txid)));
    return swaps.filter((_swap, n) => !stored[n]);
  };
  const port: SentSwaps = {
    pending: async (account, isStored) => {
      sent.asked.add(account);
      return ok({ nonces: [], swaps: await unstored(sent.pending, isStored) });
    },
    mined: async (_account, isStored) => ok(await unstored(sent.mined, isStored)),
  };
  return { sent, port };
}

const sentAs = (terms: OrderTerms, swap: SwapTransaction): SentSwap => ({ ...terms, ...swap, vaults: [] });

/** Order 1, and a core whose database has the order but lacks its swap, or lacks both. */
async function lost({ hasOrder }: { readonly hasOrder: boolean }) {
  const before = await placed();
  const { txid } = unwrap(await execute(before));
  const swap = (await before.ports.swaps.findByTxid(txid))!;
  const sentSwap = sentAs((await orderOf(before)).terms, swap);
  const { sent, port } = sentSwaps();
  const ports = { ...before.ports, ...memoryStorage(), sentSwaps: port };
  const after = { ...before, ports, core: createCore(ports) };
  if (hasOrder) await place(after);
  await ports.databaseHome.displace('went-back');
  return { before, after, sent, sentSwap, txid };
}

const cancel = ({ core }: Awaited<ReturnType<typeof lost>>['after']) =>
  core.orders.cancel({ ref: uuidOf(1), authorization: HOST });

describe('A database that went back', () => {
  it('knows a swap again that it has as dropped and that was sent again since', async () => {
    const { sent, port } = sentSwaps();
    const harness = await placed();
    const { ports, chain } = harness;
    const core = createCore({ ...ports, sentSwaps: port });
    chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' });
    await execute(harness);
    const [dropped] = await ports.swaps.listByOrder(uuidOf(1));
    expect(dropped!.state).toBe('dead');
    sent.pending.push(sentAs((await orderOf(harness)).terms, dropped!));

    unwrap(await core.database.recover(WENT_BACK));

    const order = unwrap(await core.orders.get(uuidOf(1)));
    expect(order).toMatchObject({ status: 'broadcasted', txid: dropped!.txid satisfies Txid });
    expect((await ports.swaps.findByTxid(dropped!.txid))!.state).toBe('accepted');
  });

  it('records a lost order that was paid, and settles it like any other when its block is orphaned', async () => {
    const { before, after, sent, sentSwap, txid } = await lost({ hasOrder: false });
    const { blockHeight } = before.chain.mine(txid);
    sent.mined.push(sentSwap);

    expect(unwrap(await after.core.database.recover(WENT_BACK))).toMatchObject({ found: { unknown: 1 } });
    expect(await orderOf(after)).toMatchObject({ status: 'confirmed', txid, blockHeight });
    expect(await typesOf(after)).toEqual(['imported', 'corrected', 'confirmed']);
    expect((await after.ports.swaps.findByTxid(txid))!.state).toBe('included');

    before.chain.setStatus(txid, { kind: 'pending' });
    before.chain.height += 1;
    await settle(after);
    expect(await orderOf(after)).toMatchObject({ status: 'broadcasted', txid });
  });

  it('is not released by a process that finds that it has gone back again meanwhile', async () => {
    const { after } = await lost({ hasOrder: true });
    const feed = Object.assign(Object.create(after.ports.feed) as typeof after.ports.feed, {
      isIntact: async () => false,
    });
    const core = createCore({ ...after.ports, feed });
    expect(unwrap(await core.database.recover(WENT_BACK))).toBeUndefined();
    expect(await after.ports.databaseHome.displaced()).toBeDefined();
  });

  it('is released only by a process with keys, once it has asked about every account', async () => {
    const { sent, port } = sentSwaps();
    const harness = await storedSwap();
    const [swap] = await harness.ports.swaps.listByOrder(uuidOf(1));
    const other = 'SP000000000000000000002Q6VF78' as typeof AN_OPERATOR;
    await harness.ports.swaps.insert({ ...swap!, txid: `${'0'.repeat(63)}1` as Txid, sender: other });
    const ports = { ...harness.ports, sentSwaps: port };
    await ports.databaseHome.displace('went-back');
    const empty = { ...ports, ...memoryStorage(), signers: [] };
    await empty.databaseHome.displace('went-back');
    for (const keyless of [empty, { ...ports, signers: [] }]) {
      expect(unwrap(await createCore(keyless).database.recover(WENT_BACK))).toBeUndefined();
      expect(await keyless.databaseHome.displaced()).toBeDefined();
    }
    expect(unwrap(await createCore(ports).database.recover(WENT_BACK))).toBeDefined();
    expect(await ports.databaseHome.displaced()).toBeUndefined();
    expect([...sent.asked].sort()).toEqual([AN_OPERATOR, other].sort());
  });
});

describe('An order that its owner ends while the database is displaced', () => {
  it('is ending, and is cancelled once the database is released and the chain shows no swap of it', async () => {
    const { after } = await lost({ hasOrder: true });
    const ending = { status: 'open', ending: 'owner' };
    expect(unwrap(await cancel(after))).toMatchObject(ending);
    expect(unwrap(await cancel(after))).toMatchObject(ending);
    const owner = (await orderOf(after)).terms.owner;
    const all = { selection: {}, authorization: { ...HOST, owner } };
    expect(unwrap(await after.core.orders.cancelMany(all))).toMatchObject({
      cancelled: [],
      skipped: [{ uuid: uuidOf(1), reason: 'ending' }],
    });
    expect(await typesOf(after)).toEqual(['created', 'cancel-requested']);
    expect((await after.core.execution.run()).expired).toBe(0);

    unwrap(await after.core.database.recover(WENT_BACK));
    expect(await execute(after)).toMatchObject({ ok: false, error: { kind: 'order-not-open' } });
    expect((await after.core.execution.run()).expired).toBe(1);
    expect(await orderOf(after)).toMatchObject({ status: 'cancelled', cancelReason: 'owner' });
  });

  it('stays ending when its lost swap is found in the mempool, and is confirmed when the swap pays', async () => {
    const { before, after, sent, sentSwap, txid } = await lost({ hasOrder: true });
    unwrap(await cancel(after));
    sent.pending.push(sentSwap);
    unwrap(await after.core.database.recover(WENT_BACK));
    await after.core.execution.run();
    expect(await orderOf(after)).toMatchObject({ status: 'broadcasted', txid, ending: 'owner' });
    before.chain.mine(txid);
    await settle(after);
    expect(await orderOf(after)).toMatchObject({ status: 'confirmed', txid });
  });

  it('is cancelled at once again when the database is released and no pass has run', async () => {
    const { after } = await lost({ hasOrder: true });
    unwrap(await cancel(after));
    unwrap(await after.core.database.recover(WENT_BACK));
    expect(unwrap(await cancel(after))).toMatchObject({ status: 'cancelled' });
  });

  it('does not expire before the database is released', async () => {
    const { after } = await lost({ hasOrder: false });
    const validTo = new Date(T0.getTime() + 60_000).toISOString();
    await place(after, 1, { validTo });
    after.clock.advance(60_000);
    expect((await after.core.execution.run()).expired).toBe(0);
    unwrap(await after.core.database.recover(WENT_BACK));
    expect((await after.core.execution.run()).expired).toBe(1);
  });
});

describe('A swap that is stored in a displaced database', () => {
  it('is not sent again before the database is released: its order may have ended since', async () => {
    const harness = await storedSwap();
    const { chain, ports, core } = harness;
    await ports.databaseHome.displace('went-back');
    await settle(harness);
    expect(await execute(harness)).toMatchObject({ ok: false, error: { kind: 'broadcast-unknown' } });
    expect(chain.sent).toHaveLength(1);
    unwrap(await core.database.recover(WENT_BACK));
    await settle(harness);
    expect(chain.sent).toHaveLength(2);
  });
});
