import { beforeEach, describe, expect, it } from '@jest/globals';
import { Cl, Pc, PostConditionMode, type PostCondition } from '@stacks/transactions';
import { useDevnet } from '../../support/devnet-bed.js';
import type { SwapPlan } from './devnet-client.js';

const client = useDevnet();
let nonce: number;
beforeEach(async () => {
  nonce = (await client.nonces(client.operatorAddress)).body.possible_next_nonce;
});

/** Sends a swap and mines it. */
async function swap(plan: SwapPlan, postConditions: PostCondition[], mode = PostConditionMode.Deny) {
  const { raw, txid } = await client.call(
    client.id(plan.router ?? 'x-multihop-v2'),
    `x-swap-${plan.hops.length}`,
    client.swapArguments(plan),
    { senderKey: client.devnet.operatorKey, nonce, mode, postConditions },
  );
  expect(await client.send(raw)).toEqual({ status: 200, body: txid });
  await client.mine();
  return (await client.transaction(txid)).body;
}

async function quotedDy(vault: string, amount: bigint, opcode: number): Promise<bigint> {
  const quote = await client.read(client.id(vault), 'quote', [
    Cl.uint(amount),
    Cl.some(Cl.buffer(Uint8Array.of(opcode))),
  ]);
  return BigInt(/dy: u(\d+)/.exec(Cl.prettyPrint(quote))![1]!);
}

const router = () => client.id('x-multihop-v2');
const ft = (owner: string, token: string) => ({
  eq: (amount: bigint) => Pc.principal(client.id(owner)).willSendEq(amount).ft(client.id(token), token),
  gte: (amount: bigint) => Pc.principal(client.id(owner)).willSendGte(amount).ft(client.id(token), token),
});

const DIRECT: SwapPlan = {
  token: 'sbtc-subnet',
  amount: 1_000n,
  hops: [['sbtc-dollar-subnets', 0]],
  out: 'dollar-subnet',
};

describe('a signed swap', () => {
  it('moves no fungible asset and passes deny mode without conditions over one pool of subnet tokens', async () => {
    const dy = await quotedDy('sbtc-dollar-subnets', 1_000n, 0);
    const before = await client.balance(client.id('dollar-subnet'), client.alice.address);
    expect(await swap(DIRECT, [])).toMatchObject({ tx_status: 'success' });
    expect(await client.balance(client.id('dollar-subnet'), client.alice.address)).toBe(before + dy);
  });

  it('pays exactly the quoted amounts over four vaults, under exact post-conditions', async () => {
    const amount = 1_000_000_000n;
    const opal = await quotedDy('comet-opal', amount, 0);
    const stx = await quotedDy('stx-opal', opal, 1);
    const sbtc = await quotedDy('sbtc-stx', stx, 1);
    const before = await client.balance(client.id('sbtc'), client.alice.address);
    const outcome = await swap(
      {
        token: 'comet-subnet',
        amount,
        hops: [
          ['comet-sublink', 6],
          ['comet-opal', 0],
          ['stx-opal', 1],
          ['sbtc-stx', 1],
        ],
        out: 'sbtc',
      },
      [
        ft('comet-subnet', 'comet').gte(amount),
        ft('x-multihop-v2', 'comet').eq(amount),
        ft('comet-opal', 'opal').gte(opal),
        ft('x-multihop-v2', 'opal').eq(opal),
        Pc.principal(client.id('stx-opal')).willSendGte(stx).ustx(),
        Pc.principal(router()).willSendEq(stx).ustx(),
        ft('sbtc-stx', 'sbtc').gte(sbtc),
        ft('x-multihop-v2', 'sbtc').gte(sbtc),
      ],
    );
    expect(outcome).toMatchObject({ tx_status: 'success', vm_error: null });
    expect(outcome.tx_result?.repr.match(/\(dy u\d+\)/g)).toEqual(
      [amount, opal, stx, sbtc].map((dy) => `(dy u${dy})`),
    );
    expect(await client.balance(client.id('sbtc'), client.alice.address)).toBe(before + sbtc);
  });

  it('pays STX through wstx over three vaults', async () => {
    const before = await client.balance('.stx', client.alice.address);
    const plan: SwapPlan = {
      token: 'quartz-subnet',
      amount: 100_000_000n,
      hops: [
        ['quartz-sublink', 6],
        ['sbtc-quartz', 1],
        ['sbtc-stx', 0],
      ],
      out: 'wstx',
    };
    expect(await swap(plan, [], PostConditionMode.Allow)).toMatchObject({ tx_status: 'success' });
    expect(await client.balance('.stx', client.alice.address)).toBeGreaterThan(before);
  });

  it('is undone except for its fee when a lower bound is missed by one unit', async () => {
    const amount = 5_000_000n;
    const dollar = await quotedDy('stx-dollar', amount, 0);
    const plan: SwapPlan = {
      token: 'wstx-subnet',
      amount,
      hops: [
        ['wstx-sublink', 6],
        ['stx-dollar', 0],
      ],
      out: 'dollar',
    };
    const conditions = (least: bigint) => [
      Pc.principal(client.id('wstx-subnet')).willSendGte(amount).ustx(),
      Pc.principal(router()).willSendLte(amount).ustx(),
      ft('stx-dollar', 'dollar').gte(least),
      ft('x-multihop-v2', 'dollar').gte(least),
    ];
    const wallets = await client.get<{ accounts: unknown }>('/devnet');
    const operator = await client.balance('.stx', client.operatorAddress);

    expect(await swap(plan, conditions(dollar + 1n))).toMatchObject({ tx_status: 'abort_by_post_condition' });
    expect((await client.get<{ accounts: unknown }>('/devnet')).body).toEqual(wallets.body);
    expect(await client.balance('.stx', client.operatorAddress)).toBe(operator - 2_000n);
    nonce += 1;
    expect(await swap(plan, conditions(dollar))).toMatchObject({ tx_status: 'success' });
  });

  it('is undone in deny mode when one moved asset has no condition', async () => {
    const plan: SwapPlan = { token: 'opal-subnet', amount: 1_000n, hops: [['opal-sublink', 6]], out: 'opal' };
    const outcome = await swap(plan, [ft('opal-subnet', 'opal').gte(1_000n)]);
    expect(outcome.tx_status).toBe('abort_by_post_condition');
    expect(outcome.vm_error).toContain('x-multihop-v2 moved');
  });

  it('is undone without affecting the other transactions of its block when it breaches its conditions', async () => {
    const transfers = [
      await client.transfer('opal', 5, {
        senderKey: client.alice.privateKey,
        nonce: 0,
        mode: PostConditionMode.Allow,
      }),
      await client.transfer('opal', 7, { senderKey: client.alice.privateKey, nonce: 1 }),
      await client.transfer('opal', 11, {
        senderKey: client.alice.privateKey,
        nonce: 2,
        mode: PostConditionMode.Allow,
      }),
    ];
    const before = await client.balance(client.id('opal'), client.alice.address);
    for (const { raw } of transfers) await client.send(raw);
    await client.mine();
    const statuses = await Promise.all(
      transfers.map(async ({ txid }) => (await client.transaction(txid)).body.tx_status),
    );
    expect(statuses).toEqual(['success', 'abort_by_post_condition', 'success']);
    expect(await client.balance(client.id('opal'), client.alice.address)).toBe(before - 16n);
  });

  it('aborts with u409000 when its uuid is used a second time', async () => {
    const plan = { ...DIRECT, uuid: '11111111-2222-4333-8444-555555555555' };
    expect(await swap(plan, [])).toMatchObject({ tx_status: 'success' });
    expect(await client.read(client.id('verifier-v1'), 'check', [Cl.stringAscii(plan.uuid)])).toEqual(
      Cl.bool(true),
    );
    nonce += 1;
    expect(await swap(plan, [])).toMatchObject({
      tx_status: 'abort_by_response',
      tx_result: { repr: '(err u409000)' },
    });
  });

  it('pays only the signer through x-multihop-v2 and anyone through x-multihop-rc9', async () => {
    const bob = client.devnet.accounts[1]!.address;
    const toBob = { ...DIRECT, to: bob };
    expect(await swap(toBob, [])).toMatchObject({
      tx_status: 'abort_by_response',
      tx_result: { repr: '(err u403)' },
    });
    nonce += 1;
    expect(await swap({ ...toBob, router: 'x-multihop-rc9' }, [])).toMatchObject({ tx_status: 'success' });
  });

  it('is aborted when it was signed for another router', async () => {
    const [, ...rest] = client.swapArguments(DIRECT);
    const [signedForOther] = client.swapArguments({ ...DIRECT, router: 'x-multihop-v1' });
    const { raw, txid } = await client.call(router(), 'x-swap-1', [signedForOther!, ...rest], {
      senderKey: client.devnet.operatorKey,
      nonce,
    });
    await client.send(raw);
    await client.mine();
    expect((await client.transaction(txid)).body).toMatchObject({ tx_status: 'abort_by_response' });
  });
});
