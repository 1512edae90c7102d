import { describe, expect, it } from '@jest/globals';
import { Cl, makeContractCall, Pc, serializePayload, type PostCondition } from '@stacks/transactions';
import { keySigner, walletSigner, type ContractCall } from '../../../src/sdk/signing/index.js';

const KEY = '7287ba251d44a4d3fd9276c88ce34c5c52a038955511cccaf77e61068649c178';

/** A deposit of the asset and the same call with Stacks.js. */
function deposit(network: 'mainnet' | 'testnet', asset: 'stx' | 'gold') {
  const { address } = keySigner(KEY, network);
  const base = `${address}.gold-token` as const;
  const call: ContractCall = {
    contract: `${address}.gold-subnet`,
    functionName: 'deposit',
    args: [{ type: 'uint', value: 1_500_000n }, { type: 'none' }],
    transfers: [
      { sender: address, asset: asset === 'stx' ? 'stx' : `${base}::gold`, amount: 1_500_000n },
      { sender: base, asset: `${base}::gold`, amount: 2n ** 64n - 1n },
    ],
  };
  const sends = Pc.principal(address).willSendEq(1_500_000n);
  const postConditions: PostCondition[] = [
    asset === 'stx' ? sends.ustx() : sends.ft(base, 'gold'),
    Pc.principal(base)
      .willSendEq(2n ** 64n - 1n)
      .ft(base, 'gold'),
  ];
  return { address, call, postConditions };
}

describe('a contract call that a key signs', () => {
  it.each([
    ['mainnet', 'stx'],
    ['mainnet', 'gold'],
    ['testnet', 'stx'],
    ['testnet', 'gold'],
  ] as const)('has the bytes and the id that Stacks.js makes: %s, %s', async (network, asset) => {
    const { address, call, postConditions } = deposit(network, asset);
    const theirs = await makeContractCall({
      ...{ contractAddress: address, contractName: 'gold-subnet', functionName: 'deposit' },
      ...{ functionArgs: [Cl.uint(1_500_000), Cl.none()], postConditions, postConditionMode: 'deny' },
      ...{ network, senderKey: `${KEY}01`, nonce: 7n, fee: 1_234n },
    });
    const signed = await keySigner(KEY, network).signCall!(call, { nonce: 7n, feeUstx: 1_234n });
    expect(signed).toEqual({
      txid: theirs.txid(),
      raw: theirs.serialize(),
      payload: serializePayload(theirs.payload),
    });
  });

  it.each<[string, Partial<ContractCall>]>([
    ['a contract id without a checksum', { contract: 'SP000000000000000000002Q6VF79.gold' }],
    ['an amount that no post-condition can hold', { transfers: [transferOf(2n ** 64n)] }],
    ['an amount of nothing', { transfers: [transferOf(0n)] }],
    ['an asset without a name', { transfers: [{ ...transferOf(1n), asset: 'gold' }] }],
    ['a sender that is no address', { transfers: [{ ...transferOf(1n), sender: 'gold' }] }],
  ])('is not signed with %s', async (_, changed) => {
    const { call } = deposit('mainnet', 'stx');
    const signing = keySigner(KEY, 'mainnet').signCall!({ ...call, ...changed }, { nonce: 0n, feeUstx: 0n });
    await expect(signing).rejects.toThrow();
  });
});

function transferOf(amount: bigint) {
  return { sender: keySigner(KEY, 'mainnet').address, asset: 'stx', amount };
}

describe('a contract call that a wallet sends', () => {
  const { publicKey, address } = keySigner(KEY, 'mainnet');
  const TXID = 'ab'.repeat(32);
  const sent = async (result: object) => {
    const asked: [string, Record<string, unknown>][] = [];
    const request = async (method: string, params: Record<string, unknown>) => {
      asked.push([method, params]);
      return result;
    };
    const wallet = await walletSigner(request, { network: 'mainnet', publicKey });
    return { txid: await wallet.sendCall!(deposit('mainnet', 'gold').call), asked };
  };

  it('is handed over with its post-conditions in deny mode, and returns the id', async () => {
    const { txid, asked } = await sent({ txid: `0x${TXID.toUpperCase()}` });
    expect(txid).toBe(TXID);
    const [[method, params] = ['', {}]] = asked;
    expect([method, params]).toEqual([
      'stx_callContract',
      {
        ...{ contract: `${address}.gold-subnet`, functionName: 'deposit', address, network: 'mainnet' },
        functionArgs: ['010000000000000000000000000016e360', '09'],
        postConditions: [expect.stringMatching(/^01/), expect.stringMatching(/^01/)],
        postConditionMode: 'deny',
      },
    ]);
  });

  it.each([[{}], [{ txid: 'soon' }], [{ error: { message: 'User rejected' } }]])(
    'fails if the wallet returns %j',
    async (result) => {
      await expect(sent(result)).rejects.toMatchObject({ code: 'wallet-refused' });
    },
  );
});
