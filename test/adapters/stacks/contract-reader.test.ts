import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cl, serializeCV, type ClarityValue } from '@stacks/transactions';
import {
  createContractReader,
  createNodeClient,
  type StacksNode,
} from '../../../src/adapters/stacks/index.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { ScriptedHost } from './support/scripted-host.js';

const ADDRESS = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const CONTRACT = `${ADDRESS}.pool` as ContractId;
const INTERFACE = `/v2/contracts/interface/${ADDRESS}/pool`;
const SOURCE = `/v2/contracts/source/${ADDRESS}/pool`;
const BY_TRAIT = '/extended/v1/contract/by_trait';

let host: ScriptedHost;
let node: StacksNode;
let contracts: ReturnType<typeof createContractReader>;

beforeEach(async () => {
  host = await ScriptedHost.start();
  const http = { baseUrl: host.url, timeoutMs: 1_000, retries: 0 };
  node = createNodeClient(http);
  contracts = createContractReader({ node, http });
});
afterEach(async () => {
  await host.stop();
  await Promise.all([contracts.close(), node.close()]);
});

const unreachable = { ok: false, error: { kind: 'chain-unreachable', reason: expect.any(String) } };
const callRead = (name: string, value: ClarityValue) =>
  host.script(`/v2/contracts/call-read/${ADDRESS}/pool/${name}`, {
    body: { okay: true, result: `0x${serializeCV(value)}` },
  });

describe('describe', () => {
  const abi = {
    functions: [
      { name: 'quote', access: 'read_only', args: [{}, {}] },
      { name: 'execute', access: 'public', args: [{}, {}] },
      { name: 'get-byte', access: 'private', args: [{}] },
    ],
    fungible_tokens: [{ name: 'LP' }],
  };

  it('returns the functions that can be called, the assets and the source', async () => {
    host.script(INTERFACE, { body: abi });
    host.script(SOURCE, { body: { source: '(ok u1)', publish_height: 1 } });
    expect(await contracts.describe(CONTRACT)).toEqual({
      ok: true,
      value: {
        functions: new Map([
          ['quote', 2],
          ['execute', 2],
        ]),
        assets: ['LP'],
        source: '(ok u1)',
        height: 1,
      },
    });
    expect(host.seen.map(({ path }) => path)).toEqual([INTERFACE, `${SOURCE}?proof=0`]);
  });

  it('returns undefined for a contract that does not exist', async () => {
    expect(await contracts.describe(CONTRACT)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['an interface of another shape', { body: {} }, { body: { source: '' } }],
    ['a source of another shape', { body: abi }, { body: { code: '' } }],
    ['a host in trouble', { status: 500 }, { body: { source: '' } }],
    ['a host in trouble after the interface', { body: abi }, { status: 503 }],
  ])('fails as chain-unreachable after %s', async (_, description, source) => {
    host.script(INTERFACE, description);
    host.script(SOURCE, source);
    expect(await contracts.describe(CONTRACT)).toEqual(unreachable);
  });
});

describe('describeToken', () => {
  it('returns name, symbol and decimals', async () => {
    callRead('get-name', Cl.ok(Cl.stringAscii('Pool')));
    callRead('get-symbol', Cl.ok(Cl.stringUtf8('LP')));
    callRead('get-decimals', Cl.ok(Cl.uint(6)));
    expect(await contracts.describeToken(CONTRACT)).toEqual({
      ok: true,
      value: { name: 'Pool', symbol: 'LP', decimals: 6 },
    });
  });

  it('leaves out what the contract does not return in the expected form', async () => {
    callRead('get-name', Cl.error(Cl.uint(1)));
    callRead('get-symbol', Cl.ok(Cl.uint(1)));
    callRead('get-decimals', Cl.ok(Cl.stringAscii('6')));
    expect(await contracts.describeToken(CONTRACT)).toEqual({ ok: true, value: {} });
  });

  it('fails as chain-unreachable when one of them cannot be read', async () => {
    callRead('get-name', Cl.ok(Cl.stringAscii('Pool')));
    host.script(`/v2/contracts/call-read/${ADDRESS}/pool/get-symbol`, { status: 500 });
    expect(await contracts.describeToken(CONTRACT)).toEqual(unreachable);
  });
});

describe('holding', () => {
  it('reads a token’s balance, and the STX balance of a contract', async () => {
    callRead('get-balance', Cl.ok(Cl.uint(7)));
    host.script(`/v2/accounts/${CONTRACT}`, { body: { balance: '0x09', nonce: 0 } });
    expect(await contracts.holding(CONTRACT, CONTRACT)).toEqual({ ok: true, value: 7n });
    expect(await contracts.holding(STX, CONTRACT)).toEqual({ ok: true, value: 9n });
  });
});

describe('findByTrait', () => {
  const page = (from: number, count: number) => ({
    body: {
      results: Array.from({ length: count }, (_, n) => ({ contract_id: `${ADDRESS}.c${from + n}` })),
    },
  });
  const asked = () =>
    host.seen.map(({ path }) => {
      const { searchParams } = new URL(path, host.url);
      return [searchParams.get('limit'), searchParams.get('offset')];
    });

  it('reads page after page until one is not full', async () => {
    host.script(BY_TRAIT, page(0, 50), page(50, 50), page(100, 3));
    const found = await contracts.findByTrait('vault', 1_000);
    expect(found.ok && found.value).toHaveLength(103);
    expect(asked()).toEqual([
      ['50', '0'],
      ['50', '50'],
      ['50', '100'],
    ]);
  });

  it('reads no more than the limit', async () => {
    host.script(BY_TRAIT, page(0, 50), page(50, 10));
    const found = await contracts.findByTrait('token', 60);
    expect(found.ok && found.value).toHaveLength(60);
    expect(asked()).toEqual([
      ['50', '0'],
      ['10', '50'],
    ]);
  });

  it('sends the trait as the index takes it', async () => {
    host.script(BY_TRAIT, page(0, 0));
    await contracts.findByTrait('vault', 1);
    const abi = new URL(host.seen[0]!.path, host.url).searchParams.get('trait_abi');
    expect(JSON.parse(abi!)).toMatchObject({
      functions: [
        {
          name: 'execute',
          access: 'public',
          args: [{ type: 'uint128' }, { type: { optional: { buffer: { length: 16 } } } }],
          outputs: { type: { response: { ok: { tuple: expect.anything() }, error: 'uint128' } } },
        },
      ],
    });
  });

  it('finds nothing when the index knows no such contract', async () => {
    host.script(BY_TRAIT, { status: 404, body: { error: 'cannot find contract for this trait' } });
    expect(await contracts.findByTrait('vault', 10)).toEqual({ ok: true, value: [] });
  });

  it.each([
    ['the host no longer searches', { status: 410, body: {} }, 'searches no contracts by trait'],
    ['the response is of another shape', { body: { results: [{}] } }, 'unexpected response'],
    ['the host is in trouble', { status: 500 }, 'status 500'],
  ])('fails as chain-unreachable when %s', async (_, answer, reason) => {
    host.script(BY_TRAIT, answer);
    expect(await contracts.findByTrait('vault', 10)).toEqual({
      ok: false,
      error: { kind: 'chain-unreachable', reason: expect.stringContaining(reason) },
    });
  });
});
