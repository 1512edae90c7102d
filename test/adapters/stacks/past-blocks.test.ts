import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cl, cvToHex, cvToString, type ClarityValue } from '@stacks/transactions';
import { createNodeClient, type StacksNode } from '../../../src/adapters/stacks/node/node-client.js';
import { createPastBlocks } from '../../../src/adapters/stacks/blocks/past-blocks.js';
import { NO_BYTES } from '../../../src/domain/order/swap-transaction.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, txidOf } from '../../support/builders.js';
import { A_REGISTRY, POOL, ROUTER_V2 } from '../../support/core-harness.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { ScriptedHost } from './support/scripted-host.js';

const HEIGHT = 90;
const V2 = `/extended/v2/blocks/${HEIGHT}/transactions`;
const V3 = `/extended/v3/blocks/${HEIGHT}/transactions`;
const GONE = { status: 410, body: { error: 'Deprecated endpoints are disabled' } };
const detailOf = (n: number) => `/extended/v3/transactions/0x${txidOf(n)}`;

const inputToken = A_REGISTRY.tokens.find(({ type, blaze }) => type === 'SUBNET' && blaze === 'v2')!;
const { terms } = anOpenOrder({ inputToken: inputToken.contractId, router: ROUTER_V2 });
const registry = { current: () => A_REGISTRY };

let host: ScriptedHost;
let node: StacksNode;
beforeEach(async () => {
  host = await ScriptedHost.start();
  node = createNodeClient({ baseUrl: host.url, retries: 0 });
});
afterEach(async () => {
  await host.stop();
  await node.close();
});

const SWAP = [
  Cl.tuple({ token: Cl.principal(terms.inputToken), amount: Cl.uint(5), uuid: Cl.stringAscii(terms.uuid) }),
  Cl.tuple({ vault: Cl.principal(POOL), opcode: Cl.bufferFromHex('00') }),
  Cl.tuple({ token: Cl.principal(POOL), to: Cl.principal(terms.recipient) }),
];

/** The call in the block's list of version 3, and alone with the fields that were asked for. */
function listCall(contract: string, name: string, args: readonly ClarityValue[], sender = terms.owner): void {
  const brief = {
    tx_id: `0x${txidOf(1)}`,
    sender: { address: sender, nonce: 7 },
    fee_rate: '500',
    block: { height: HEIGHT, time: 1_800_000_000 },
    status: 'success',
    type: 'contract_call',
    contract_call: { contract_id: contract, function_name: name },
  };
  const delta = Cl.tuple({ dx: Cl.uint(5), dy: Cl.uint(9), dk: Cl.uint(0) });
  const function_args = args.map((value) => ({ hex: cvToHex(value), repr: cvToString(value) }));
  host.script(V2, GONE);
  host.script(V3, { body: { limit: 50, total: 1, cursor: { next: null }, results: [brief] } });
  host.script(
    detailOf(1),
    { body: { ...brief, contract_call: { ...brief.contract_call, function_args } } },
    { body: { ...brief, result: { hex: cvToHex(Cl.ok(Cl.list([delta]))) } } },
  );
}

describe('swapIn of createPastBlocks at a host without deprecated endpoints', () => {
  const past = () => createPastBlocks({ node, registry });

  it('reads the order’s swap from its description, and does without bytes that no host gives', async () => {
    listCall(ROUTER_V2, 'x-swap-1', SWAP);
    expect(unwrap(await past().swapIn(HEIGHT, terms))).toEqual({
      txid: txidOf(1),
      sender: terms.owner,
      nonce: 7n,
      feeUstx: 500n,
      raw: NO_BYTES,
      vaults: [POOL],
      outputToken: POOL,
      recipient: terms.recipient,
      status: {
        kind: 'success',
        amountOut: 9n,
        feeUstx: 500n,
        blockHeight: HEIGHT,
        blockTime: 1_800_000_000,
      },
    });
  });

  it('takes the bytes from the node if it gives them', async () => {
    listCall(ROUTER_V2, 'x-swap-1', SWAP);
    host.script(`/v3/transaction/${txidOf(1)}`, { body: { index_block_hash: 'ab', tx: '00ff', result: '' } });
    expect(unwrap(await past().swapIn(HEIGHT, terms))?.raw).toBe('00ff');
  });

  it('finds none if the router was called for another order, or not at all', async () => {
    const other = [Cl.tuple({ uuid: Cl.stringAscii('another') }), ...SWAP.slice(1)];
    listCall(ROUTER_V2, 'x-swap-1', other);
    expect(unwrap(await past().swapIn(HEIGHT, terms))).toBeUndefined();
    listCall(POOL, 'execute', SWAP);
    expect(unwrap(await past().swapIn(HEIGHT, terms))).toBeUndefined();
  });

  it('is unreachable while the index does not say what the swap paid', async () => {
    listCall(ROUTER_V2, 'x-swap-1', SWAP);
    host.script(detailOf(1), {
      body: {
        tx_id: `0x${txidOf(1)}`,
        sender: { address: terms.owner, nonce: 7 },
        fee_rate: '500',
        block: { height: HEIGHT, time: 1 },
        status: 'success',
        type: 'contract_call',
        contract_call: {
          contract_id: ROUTER_V2,
          function_args: SWAP.map((value) => ({ hex: cvToHex(value) })),
        },
      },
    });
    expect(await past().swapIn(HEIGHT, terms)).toMatchObject({ ok: false });
  });
});

describe('isRevokedIn of createPastBlocks', () => {
  const isRevoked = async () => unwrap(await createPastBlocks({ node, registry }).isRevokedIn(HEIGHT, terms));
  const verifier = A_REGISTRY.verifier.v2;
  const uuid = Cl.stringAscii(terms.uuid);

  it('finds the owner’s own revocation of the uuid', async () => {
    listCall(verifier, 'revoke', [uuid]);
    expect(await isRevoked()).toBe(true);
  });

  it.each<[string, () => void]>([
    ['another wallet', () => listCall(verifier, 'revoke', [uuid], ANOTHER_WALLET.address)],
    ['another uuid', () => listCall(verifier, 'revoke', [Cl.stringAscii('another')])],
    ['another function', () => listCall(verifier, 'execute', [uuid])],
    ['another contract', () => listCall(POOL, 'revoke', [uuid])],
  ])('finds none by %s', async (_, list) => {
    list();
    expect(await isRevoked()).toBe(false);
  });
});
