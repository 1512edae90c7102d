import { describe, expect, it } from '@jest/globals';
import { createCore, type Core } from '../../../src/application/core.js';
import type { CoreSettings } from '../../../src/application/settings.js';
import { reopenOrder } from '../../../src/domain/order/lifecycle/lifecycle.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { Ports } from '../../../src/ports/index.js';
import { changeOrder } from '../../../src/application/orders/change-order.js';
import { BlockChain } from '../../support/block-chain.js';
import { AN_OPERATOR as FIRST, SECOND_OPERATOR as SECOND, T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, UNGUARDED } from '../../support/core-harness.js';
import { AT_ONCE } from '../../support/executor-steps.js';
import { place } from '../../support/order-steps.js';

const GAP_MS = 15_000;
const STUCK_MS = 600_000;

interface Setting {
  readonly settings?: Partial<CoreSettings>;
  /** In microSTX; unreadable where undefined. Without it, balances are not read at all. */
  readonly balances?: Readonly<Record<string, bigint | undefined>>;
}

/** A core with two operator accounts on a chain with blocks. */
function twoAccounts({ settings = {}, balances }: Setting = {}) {
  const chain = new BlockChain([FIRST, SECOND]);
  const harness = coreHarness();
  const held = { ...balances };
  const accounts: Ports['accounts'] = balances && {
    stateOf: async (account) => {
      const ustx = held[account];
      return ustx === undefined
        ? err({ kind: 'chain-unreachable', reason: 'cut' })
        : ok({ balanceUstx: toUnits(ustx), nonce: 0n });
    },
  };
  const ports: Ports = { ...harness.ports, chain, spentOrders: chain, accounts, signers: chain.signers };
  const openWith = (more: Partial<Ports> = {}) =>
    createCore({ ...ports, ...more }, { ownerInFlight: 1_000, ...UNGUARDED, ...settings });
  return { ...harness, chain, ports, core: openWith(), openWith, held };
}

type Two = ReturnType<typeof twoAccounts>;

const execute = (core: Core, n: number) => core.orders.execute({ ref: uuidOf(n), authorization: HOST });
const kindOf = async (core: Core, n: number) => {
  const executed = await execute(core, n);
  return executed.ok ? 'sent' : executed.error.kind;
};

/** Places and executes the orders one after the other. */
async function executeAll({ core, ...harness }: Two, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) {
    await place({ core, ...harness }, n);
    unwrap(await execute(core, n));
  }
}

/** The accounts that have sent the orders' swaps which are not dropped: `1` or `2` for each order. */
async function sendersOf({ ports }: Two, from: number, to: number): Promise<string> {
  const all = Array.from({ length: to - from + 1 }, (_, n) => ports.swaps.listByOrder(uuidOf(from + n)));
  const living = (await Promise.all(all)).map((swaps) => swaps.filter(({ state }) => state !== 'dead'));
  return living.map((swaps) => swaps.map(({ sender }) => (sender === FIRST ? 1 : 2)).join('')).join(' ');
}

describe('the choice of an operator account', () => {
  it('alternates between equal accounts, the first one of the setting first', async () => {
    const two = twoAccounts();
    await executeAll(two, 1, 5);
    expect(await sendersOf(two, 1, 5)).toBe('1 2 1 2 1');
    const nonces = (await two.ports.swaps.listLive(50)).map(({ sender, nonce }) => `${sender} ${nonce}`);
    expect(new Set(nonces).size).toBe(5);
  });

  it('spreads orders that are executed at once, over two processes on one storage', async () => {
    const two = twoAccounts();
    const cores = [two.core, two.openWith()];
    const numbers = Array.from({ length: 40 }, (_, n) => n + 1);
    for (const n of numbers) await place(two, n);
    const kinds = await Promise.all(numbers.map((n) => kindOf(cores[n % 2]!, n)));
    expect(new Set(kinds)).toEqual(new Set(['sent']));
    const loads = await two.ports.swaps.loads();
    expect([FIRST, SECOND].map((account) => loads.get(account)?.inFlight)).toEqual([20, 20]);
    two.chain.mine();
    expect(new Set(two.chain.succeeded()).size).toBe(40);
    expect(two.chain.doubled).toEqual([]);
  });

  it('gives each account 25 places in flight, and makes the next order wait', async () => {
    const two = twoAccounts();
    await executeAll(two, 1, 50);
    await place(two, 51);
    expect(await kindOf(two.core, 51)).toBe('too-many-in-flight');
    two.chain.mine({ except: [FIRST] });
    expect(await kindOf(two.core, 51)).toBe('sent');
    expect(await sendersOf(two, 51, 51)).toBe('2');
  });

  it('passes over an account whose places another program has taken', async () => {
    const two = twoAccounts();
    const taken = Array.from({ length: 25 }, (_, n) => BigInt(n));
    two.chain.accountNonces = async (account) => ok({ next: 0n, pending: account === FIRST ? taken : [] });
    await executeAll(two, 1, 3);
    expect(await sendersOf(two, 1, 3)).toBe('2 2 2');
  });

  it('fills the other account while the first one’s nonce is stuck, and leaves the first for last', async () => {
    const two = twoAccounts({ settings: { stuckAfterMs: STUCK_MS } });
    await executeAll(two, 1, 2);
    two.chain.mine({ except: [FIRST] });
    unwrap(await two.core.execution.settle());
    two.clock.advance(STUCK_MS);
    await executeAll(two, 3, 5);
    expect(await sendersOf(two, 3, 5)).toBe('2 2 2');
  });
});

describe('the lowest balance of several accounts', () => {
  const settings = { limits: { minOperatorUstx: 1_000n } };

  it('takes an account below it out, and stops sending only when all are below', async () => {
    const two = twoAccounts({ settings, balances: { [FIRST]: 999n, [SECOND]: 1_000n } });
    await executeAll(two, 1, 2);
    expect(await sendersOf(two, 1, 2)).toBe('2 2');
    expect((await two.core.sending.standing())?.stops).toEqual([]);
    two.held[SECOND] = 998n;
    two.clock.advance(30_000);
    await place(two, 3);
    const stopped = { kind: 'operator-balance-low', balanceUstx: 999n, leastUstx: 1_000n };
    expect(await execute(two.core, 3)).toEqual(err(stopped));
    expect(await two.core.sending.standing()).toMatchObject({
      stops: [stopped],
      accounts: [
        { address: FIRST, inFlight: 0, state: { balanceUstx: 999n } },
        { address: SECOND, inFlight: 2, state: { balanceUstx: 998n } },
      ],
    });
  });

  it('uses no account whose balance cannot be read, and is an outage when no other suffices', async () => {
    const two = twoAccounts({ settings, balances: { [FIRST]: undefined, [SECOND]: 1_000n } });
    await executeAll(two, 1, 1);
    expect(await sendersOf(two, 1, 1)).toBe('2');
    two.held[SECOND] = 1n;
    two.clock.advance(30_000);
    await place(two, 2);
    expect(await kindOf(two.core, 2)).toBe('chain-unreachable');
  });
});

describe('an account whose transactions nodes refuse', () => {
  it('does not stop the others: the executor sends its orders from them a second later', async () => {
    const two = twoAccounts();
    two.chain.dry.add(FIRST);
    for (let n = 1; n <= 6; n++) await place(two, n, AT_ONCE);
    const first = await two.core.execution.run();
    expect(first).toMatchObject({ left: 'none', attempts: { sent: 3, 'broadcast-refused': 3 } });
    expect(first.nextAt!.getTime() - two.clock.now().getTime()).toBeLessThanOrEqual(1_250);
    two.clock.advance(1_250);
    expect(await two.core.execution.run()).toMatchObject({ left: 'none', attempts: { sent: 3 } });
    expect(await sendersOf(two, 1, 6)).toBe('2 2 2 2 2 2');
    two.chain.mine();
    expect([...two.chain.succeeded()].sort()).toEqual([1, 2, 3, 4, 5, 6].map(uuidOf));
    expect(two.chain.doubled).toEqual([]);
  });

  it('blocks all orders once nodes refuse every account', async () => {
    const two = twoAccounts();
    for (const account of [FIRST, SECOND]) two.chain.dry.add(account);
    for (let n = 1; n <= 4; n++) await place(two, n, AT_ONCE);
    expect(await two.core.execution.run()).toMatchObject({ left: 'outage' });
    expect(two.chain.waiting()).toEqual([]);
  });
});

describe('limits with two accounts', () => {
  it('allow one owner no more swaps under way and failures than with one account', async () => {
    const two = twoAccounts({ settings: { ownerInFlight: 3, ownerFailures: 2 } });
    await executeAll(two, 1, 3);
    await place(two, 4);
    expect(await kindOf(two.core, 4)).toBe('owner-in-flight');
    for (const uuid of [1, 2].map(uuidOf)) await fail(two, uuid);
    expect(await kindOf(two.core, 4)).toBe('too-many-failures');
  });

  it('add up the fees that all accounts pay, also of swaps that are stored at once', async () => {
    const two = twoAccounts({ settings: { limits: { maxFeesPerHourUstx: 9_000n } } });
    const cores = [two.core, two.openWith()];
    const numbers = Array.from({ length: 10 }, (_, n) => n + 1);
    for (const n of numbers) await place(two, n);
    const kinds = await Promise.all(numbers.map((n) => kindOf(cores[n % 2]!, n)));
    expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(3);
  });
});

/** Records that the order's swap failed. */
async function fail({ ports }: Two, uuid: ReturnType<typeof uuidOf>): Promise<void> {
  const [swap] = await ports.swaps.listByOrder(uuid);
  const order = (await ports.orders.findById(uuid))!;
  const block = { blockHeight: 100, blockTime: 1 };
  const facts = { txid: swap!.txid, ...block, failureReason: 'err', feeUstx: swap!.feeUstx };
  const { terms, createdAt, version } = order;
  const failed = { terms, createdAt, version, status: 'failed' as const, failedAt: createdAt, ...facts };
  unwrap(await ports.orders.update(failed as unknown as typeof order));
  await ports.swaps.update({ from: swap!, to: { state: 'included', block } });
}

describe('an account whose key was taken out', () => {
  const lone = ({ chain, openWith }: Two) => openWith({ signers: [chain.signers[1]!] });

  it('has its swaps settled but not replaced, and the log says so once', async () => {
    const two = twoAccounts({ settings: { gapAfterMs: GAP_MS, stuckAfterMs: STUCK_MS } });
    await executeAll(two, 1, 2);
    const core = lone(two);
    two.clock.advance(STUCK_MS);
    for (let n = 0; n < 2; n++) unwrap(await core.execution.settle());
    expect(await two.ports.swaps.listByOrder(uuidOf(1))).toHaveLength(1);
    const reported = two.observed.filter(({ kind }) => kind === 'account-without-key');
    expect(reported).toEqual([{ kind: 'account-without-key', account: FIRST, inFlight: 1 }]);
    two.chain.mine();
    unwrap(await core.execution.settle());
    for (const n of [1, 2]) expect(unwrap(await core.orders.get(uuidOf(n))).status).toBe('confirmed');
  });

  it('leaves new swaps to the others', async () => {
    const two = twoAccounts();
    await executeAll(two, 1, 1);
    const core = lone(two);
    await place(two, 2);
    unwrap(await execute(core, 2));
    expect(await sendersOf(two, 1, 2)).toBe('1 2');
  });
});

describe('settling swaps of two accounts under the same nonce', () => {
  it('closes the gap of each account with its own no-op', async () => {
    const two = twoAccounts({ settings: { gapAfterMs: GAP_MS } });
    await executeAll(two, 1, 4);
    for (const n of [1, 2]) await drop(two, n);
    unwrap(await two.core.execution.settle());
    two.clock.advance(GAP_MS);
    expect(unwrap(await two.core.execution.settle()).steps).toMatchObject({ 'fill-gap': 2 });
    two.chain.mine();
    unwrap(await two.core.execution.settle());
    for (const n of [3, 4]) expect(unwrap(await two.core.orders.get(uuidOf(n))).status).toBe('confirmed');
  });

  it('records one account’s no-op beside the same order’s swap of the other account', async () => {
    const two = twoAccounts({ settings: { gapAfterMs: GAP_MS } });
    const [first, second] = two.chain.signers.map((signer) => two.openWith({ signers: [signer] })) as [
      Core,
      Core,
    ];
    await executeAll({ ...two, core: first }, 1, 2);
    await drop(two, 1);
    two.clock.advance(1);
    // Order 1 continues with the second account, while the first one's gap is closed in its name under the same nonce.
    unwrap(await execute(second, 1));
    unwrap(await two.core.execution.settle());
    two.clock.advance(GAP_MS);
    expect(unwrap(await two.core.execution.settle()).steps).toMatchObject({ 'fill-gap': 1 });
    two.chain.mine();
    unwrap(await two.core.execution.settle());
    const swaps = await two.ports.swaps.listByOrder(uuidOf(1));
    expect(swaps.map(({ sender, nonce, state }) => ({ sender, nonce, state }))).toEqual([
      { sender: FIRST, nonce: 0n, state: 'dead' },
      { sender: SECOND, nonce: 0n, state: 'included' },
      { sender: FIRST, nonce: 0n, state: 'included' },
    ]);
    for (const n of [1, 2]) expect(unwrap(await two.core.orders.get(uuidOf(n))).status).toBe('confirmed');
  });
});

/** The order's swap was refused after others had been signed: its nonce is free, and the order open. */
async function drop({ ports, chain }: Two, n: number): Promise<void> {
  const [swap] = await ports.swaps.listByOrder(uuidOf(n));
  chain.drop(swap!.txid);
  await ports.swaps.update({ from: swap!, to: { state: 'dead' } });
  const order = (await ports.orders.findById(uuidOf(n)))!;
  const reopened = unwrap(reopenOrder(order, { txid: swap!.txid, reason: 'refused' }, T0));
  unwrap(await ports.unitOfWork.run((storage) => changeOrder(storage, reopened)));
}
