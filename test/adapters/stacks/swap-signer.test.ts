import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Cl,
  createSponsoredAuth,
  cvToString,
  deserializeTransaction,
  makeSTXTokenTransfer,
  makeUnsignedContractCall,
  makeUnsignedSTXTokenTransfer,
  PayloadType,
  PostConditionMode,
  TransactionSigner,
  type PostCondition,
  type StacksTransactionWire,
} from '@stacks/transactions';
import { parseOperatorKey } from '../../../src/adapters/stacks/swap/operator-key.js';
import { swapConditions } from '../../../src/adapters/stacks/swap/post-conditions.js';
import { createSwapSigner } from '../../../src/adapters/stacks/swap/swap-signer.js';
import type { RawTransaction } from '../../../src/domain/order/ids.js';
import type { Network } from '../../../src/domain/shared/network.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { err, ok, unwrap, type Result } from '../../../src/domain/shared/result.js';
import type { Units } from '../../../src/domain/shared/units.js';
import type { ChainUnreachable, SwapPlan } from '../../../src/ports/index.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { A } from './support/registry-document.js';
import { plan } from './support/swap-plans.js';

const KEY = unwrap(parseOperatorKey(A_WALLET.privateKey));
const ACCOUNT = { nonce: 7n, feeUstx: 4_321n as Units };
const HOPS = ['link: x-subnet 10000 > x 10000', 'pool: x 10000 > .stx 555'];

type Estimate = Result<bigint | undefined, ChainUnreachable>;

function aSigner({
  network = 'testnet',
  estimate = ok(undefined),
}: { network?: Network; estimate?: Estimate } = {}) {
  const asked: [string, number][] = [];
  const signer = createSwapSigner({
    operatorKey: KEY,
    network,
    maxFeeUstx: 5_000n as Units,
    node: {
      estimateFee: (payload, bytes) => {
        asked.push([payload, bytes]);
        return Promise.resolve(estimate);
      },
    },
  });
  return { signer, asked };
}

/** The plan's transaction, unsigned, built by the library from its own values. */
function asTheLibraryBuilds(
  { terms, route, registry, ...more }: SwapPlan,
  { nonce, feeUstx }: typeof ACCOUNT,
) {
  const { router, inputToken, outputToken, amountIn, signature, uuid, recipient } = terms;
  const [contractAddress = '', contractName = ''] = router.split('.');
  const conditions = unwrap(swapConditions({ terms, route, registry, ...more, router }));
  return makeUnsignedContractCall({
    contractAddress,
    contractName,
    functionName: `x-swap-${route.hops.length}`,
    functionArgs: [
      Cl.tuple({
        token: Cl.principal(inputToken),
        amount: Cl.uint(amountIn),
        signature: Cl.bufferFromHex(signature),
        uuid: Cl.stringAscii(uuid),
      }),
      ...route.hops.map(({ vault, opcode }) =>
        Cl.tuple({ vault: Cl.principal(vault.contractId), opcode: Cl.buffer(Uint8Array.of(opcode)) }),
      ),
      Cl.tuple({
        token: Cl.principal(outputToken === STX ? registry.wstx : outputToken),
        to: Cl.principal(recipient),
      }),
    ],
    postConditions: conditions.map(({ sender, asset, bound, amount }): PostCondition => {
      const common = { address: sender, condition: bound === 'at-most' ? 'lte' : 'gte', amount } as const;
      return asset === 'stx'
        ? { type: 'stx-postcondition', ...common }
        : { type: 'ft-postcondition', ...common, asset: asset as `${string}.${string}::${string}` };
    }),
    postConditionMode: 'deny',
    publicKey: A_WALLET.publicKey,
    network: registry.network,
    nonce,
    fee: feeUstx,
  });
}

const sign = async (hops: string[], account = ACCOUNT) =>
  unwrap(await aSigner().signer.sign(plan(hops), account));

describe('sign of createSwapSigner', () => {
  const realFetch = globalThis.fetch;
  beforeEach(() => {
    globalThis.fetch = () => Promise.reject(new Error('signing sends no request'));
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  it("builds the operator's transaction in deny mode with the given fee and nonce", async () => {
    const { raw, txid } = await sign(HOPS);
    const transaction = deserializeTransaction(raw);
    expect(transaction.txid()).toBe(txid);
    expect(() => transaction.verifyOrigin()).not.toThrow();
    expect(transaction.postConditionMode).toBe(PostConditionMode.Deny);
    expect(transaction.chainId).toBe(0x80000000);
    expect(transaction.auth.spendingCondition).toMatchObject({ nonce: 7n, fee: 4_321n });
    expect(transaction.postConditions.values).toHaveLength(4);
  });

  it('calls the router with the payment, the hops and the recipient', async () => {
    const { payload } = deserializeTransaction((await sign(HOPS)).raw);
    if (payload.payloadType !== PayloadType.ContractCall) throw new Error('not a contract call');
    expect(payload.contractName.content).toBe('router');
    expect(payload.functionName.content).toBe('x-swap-2');
    const { signature, uuid, recipient } = plan(HOPS).terms;
    expect(payload.functionArgs.map((arg) => cvToString(arg).replaceAll(`${A}.`, '.'))).toEqual([
      `(tuple (amount u10000) (signature 0x${signature}) (token .x-subnet) (uuid "${uuid}"))`,
      '(tuple (opcode 0x06) (vault .link))',
      '(tuple (opcode 0x00) (vault .pool))',
      // STX is named by its wrapper where the router expects a token contract.
      `(tuple (to ${recipient}) (token .wstx))`,
    ]);
  });

  it.each([1, 2, 3, 4])('calls the router function for %d hops', async (count) => {
    const hops = ['link: x-subnet 9 > x 9', 'a: x 9 > y 8', 'b: y 8 > z 7', 'link-z: z 7 > z-subnet 7'].slice(
      0,
      count,
    );
    const { payload } = deserializeTransaction((await sign(hops)).raw);
    expect(payload).toMatchObject({ functionName: { content: `x-swap-${count}` } });
  });

  it('returns the same bytes for the same inputs and different bytes for another nonce', async () => {
    expect(await sign(HOPS)).toEqual(await sign(HOPS));
    expect((await sign(HOPS, { ...ACCOUNT, nonce: 8n })).txid).not.toBe((await sign(HOPS)).txid);
  });

  it.each([
    [['link: x-subnet 10000 > x 10000']],
    [HOPS],
    [['link: x-subnet 9 > x 9', 'a: x 9 > y 8', 'b: y 8 > z 7', 'link-z: z 7 > z-subnet 7']],
    [['link: x-subnet 9 > x 9', 'velar: x 9 > .stx 8']],
    [['arkadiko: x 10000 > .stx 555', 'a: .stx 555 > y 8']],
  ])('signs %j for several nonces and fees as @stacks/transactions does', async (hops) => {
    const { signer } = aSigner();
    const planned = plan(hops);
    for (const account of [ACCOUNT, { nonce: 0n, feeUstx: 0n as Units }, { ...ACCOUNT, nonce: 2n ** 40n }]) {
      unwrap(await signer.estimateFee(planned));
      const expected = await asTheLibraryBuilds(planned, account);
      new TransactionSigner(expected).signOrigin(KEY);
      const { raw, txid } = unwrap(await signer.sign(planned, account));
      expect([raw, txid]).toEqual([expected.serialize(), expected.txid()]);
    }
  });

  it('signs for the network that it was created for', async () => {
    const { signer } = aSigner({ network: 'mainnet' });
    expect(signer.address).toBe(A_WALLET.mainnetAddress);
    const { raw } = unwrap(await signer.sign(plan(HOPS), ACCOUNT));
    expect(deserializeTransaction(raw)).toMatchObject({ chainId: 1, transactionVersion: 0 });
  });

  it('refuses a swap that post-conditions cannot bound', async () => {
    const amount = 2n ** 64n;
    const huge = plan([`link: x-subnet ${amount} > x ${amount}`, `pool: x ${amount} > y 5`]);
    const refused = err({ kind: 'swap-unprotectable' });
    const { signer, asked } = aSigner();
    expect(await signer.sign(huge, ACCOUNT)).toEqual(refused);
    expect(await signer.estimateFee(huge)).toEqual(refused);
    expect(asked).toEqual([]);
  });
});

describe('estimateFee of createSwapSigner', () => {
  const feeFor = async (estimate: Estimate) => aSigner({ estimate }).signer.estimateFee(plan(HOPS));

  it("returns the node's estimate for the signed transaction's size", async () => {
    const { signer, asked } = aSigner({ estimate: ok(2_500n) });
    expect(await signer.estimateFee(plan(HOPS))).toEqual(ok(2_500n));
    const { raw } = await sign(HOPS);
    expect(asked[0]?.[1]).toBe(raw.length / 2);
    expect(raw).toContain(asked[0]?.[0]);
  });

  it('returns at most maxFeeUstx', async () => {
    expect(await feeFor(ok(90_000n))).toEqual(ok(5_000n));
  });

  it('returns one microSTX per byte when the node has no estimate or a lower one', async () => {
    const size = BigInt((await sign(HOPS)).raw.length / 2);
    expect(await feeFor(ok(undefined))).toEqual(ok(size));
    expect(await feeFor(ok(1n))).toEqual(ok(size));
  });

  it('fails as chain-unreachable when the node is unreachable', async () => {
    const unreachable = err({ kind: 'chain-unreachable' as const, reason: 'x' });
    expect(await feeFor(unreachable)).toEqual(unreachable);
  });
});

describe('signAgain, estimateFeeOf and signNoOp of createSwapSigner', () => {
  it('signs the same call again under the same nonce for another fee', async () => {
    const { signer } = aSigner();
    const swap = await sign(HOPS);
    const { raw, txid } = await signer.signAgain(swap.raw, 5_000n as Units);
    const [before, after] = [deserializeTransaction(swap.raw), deserializeTransaction(raw)];
    expect(after.txid()).toBe(txid);
    expect(txid).not.toBe(swap.txid);
    expect(() => after.verifyOrigin()).not.toThrow();
    expect(after.auth.spendingCondition).toMatchObject({ nonce: 7n, fee: 5_000n });
    expect(after.payload).toEqual(before.payload);
    expect(after.postConditions).toEqual(before.postConditions);
    expect(after.postConditionMode).toBe(PostConditionMode.Deny);
    expect(await signer.signAgain(raw, ACCOUNT.feeUstx)).toEqual(swap);
  });

  it('knows what it has signed by its signature, nonce and fee', async () => {
    const { signer } = aSigner();
    const { raw } = await sign(HOPS);
    expect(signer.hasSigned({ raw, ...ACCOUNT })).toBe(true);
    expect(signer.hasSigned({ ...(await signer.signNoOp(ACCOUNT)), ...ACCOUNT })).toBe(true);
    expect(signer.hasSigned({ raw, ...ACCOUNT, nonce: 8n })).toBe(false);
    expect(signer.hasSigned({ raw, ...ACCOUNT, feeUstx: 9n as Units })).toBe(false);
  });

  const altered = (raw: string, change: (transaction: StacksTransactionWire) => void) => {
    const transaction = deserializeTransaction(raw);
    change(transaction);
    return transaction.serialize();
  };
  const THEFT = { recipient: A_WALLET.address, amount: 1_000_000_000n, network: 'testnet' } as const;
  const ours = { publicKey: A_WALLET.publicKey, fee: ACCOUNT.feeUstx, nonce: ACCOUNT.nonce };
  const asSponsored = (raw: string) => {
    const transaction = deserializeTransaction(raw);
    transaction.auth = createSponsoredAuth(transaction.auth.spendingCondition);
    return transaction.serialize();
  };

  it.each<[string, (raw: string) => string | Promise<string>]>([
    ['of another payload', (raw) => altered(raw, (swap) => void swap.postConditions.values.pop())],
    ['that allow every transfer', (raw) => altered(raw, (swap) => (swap.postConditionMode = 1))],
    ['with another fee', (raw) => altered(raw, (swap) => swap.setFee(5_000n))],
    [
      'without a signature',
      async () => (await makeUnsignedSTXTokenTransfer({ ...THEFT, ...ours })).serialize(),
    ],
    ['that a sponsor pays for', asSponsored],
    [
      'signed by another key',
      async () =>
        (await makeSTXTokenTransfer({ ...THEFT, ...ours, senderKey: ANOTHER_WALLET.privateKey })).serialize(),
    ],
    ['that are cut off', (raw) => raw.slice(0, 200)],
    ['that are no transaction', () => 'not hex'],
  ])('signs no bytes %s, whatever the database says', async (_, alter) => {
    const { signer } = aSigner();
    const raw = (await alter((await sign(HOPS)).raw)) as RawTransaction;
    expect(signer.hasSigned({ raw, ...ACCOUNT })).toBe(false);
    await expect(signer.signAgain(raw, 5_000n as Units)).rejects.toThrow('has not signed these bytes');
  });

  it('estimates the fee of the call that was signed', async () => {
    const { signer, asked } = aSigner({ estimate: ok(2_500n) });
    const { raw } = await sign(HOPS);
    expect(await signer.estimateFeeOf(raw)).toEqual(ok(2_500n));
    await signer.estimateFee(plan(HOPS));
    expect(asked[0]).toEqual(asked[1]);
    const dear = aSigner({ estimate: ok(90_000n) }).signer;
    expect(await dear.estimateFeeOf(raw)).toEqual(ok(dear.maxFeeUstx));
  });

  it.each(['testnet', 'mainnet'] as const)(
    'signs a no-op transfer of one microSTX to the keyless address on %s',
    async (network) => {
      const { signer } = aSigner({ network });
      const { raw, txid } = await signer.signNoOp(ACCOUNT);
      const transaction = deserializeTransaction(raw);
      expect(transaction.txid()).toBe(txid);
      expect(() => transaction.verifyOrigin()).not.toThrow();
      expect(transaction.auth.spendingCondition).toMatchObject({ nonce: 7n, fee: 4_321n });
      expect(transaction.payload).toMatchObject({ payloadType: PayloadType.TokenTransfer, amount: 1n });
      expect(transaction.chainId).toBe(network === 'mainnet' ? 1 : 0x80000000);
    },
  );
});

describe('parseOperatorKey', () => {
  const digits = A_WALLET.privateKey.slice(0, 64);

  it('accepts 64 or 66 hex characters for the same account', () => {
    expect(parseOperatorKey(digits)).toEqual(ok(`${digits}01`));
    expect(parseOperatorKey(`${digits.toUpperCase()}01`)).toEqual(ok(`${digits}01`));
    expect(aSigner().signer.address).toBe(A_WALLET.address);
  });

  it.each([
    ['', 'must be 64 hex'],
    [`${digits}00`, 'must be 64 hex'],
    [`0x${digits}`, 'must be 64 hex'],
    ['zz'.repeat(32), 'must be 64 hex'],
    ['0'.repeat(64), 'is not a key'],
    ['f'.repeat(64), 'is not a key'],
  ])('refuses an invalid key without quoting it', (raw, reason) => {
    const parsed = parseOperatorKey(raw);
    expect(parsed).toEqual(err({ kind: 'invalid-operator-key', reason: expect.stringContaining(reason) }));
    if (raw !== '') expect(JSON.stringify(parsed)).not.toContain(raw);
  });
});
