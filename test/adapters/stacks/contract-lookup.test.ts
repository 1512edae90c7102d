import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createContractLookup,
  createNodeClient,
  type StacksNode,
} from '../../../src/adapters/stacks/index.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { ScriptedHost } from './support/scripted-host.js';

const ADDRESS = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const contract = (name: string) => `${ADDRESS}.${name}` as ContractId;

describe('hasContract', () => {
  let host: ScriptedHost;
  let node: StacksNode;
  beforeEach(async () => {
    host = await ScriptedHost.start();
    node = createNodeClient({ baseUrl: host.url, timeoutMs: 1_000, retries: 0 });
  });
  afterEach(async () => {
    await host.stop();
    await node.close();
  });

  it('returns whether the node has an interface of the contract, and is unreachable for any other response', async () => {
    const path = `/v2/contracts/interface/${ADDRESS}/pool`;
    host.script(path, { body: { functions: [], fungible_tokens: [] } });
    expect(await node.hasContract(contract('pool'))).toEqual(ok(true));
    host.script(path, { status: 404, body: 'No contract interface data found' });
    expect(await node.hasContract(contract('pool'))).toEqual(ok(false));
    for (const scripted of [{ status: 500, body: {} }, { body: { error: 'busy' } }, { body: [] }]) {
      host.script(path, scripted);
      expect(await node.hasContract(contract('pool'))).toMatchObject({
        error: { kind: 'chain-unreachable' },
      });
    }
  });
});

describe('createContractLookup', () => {
  const asked: ContractId[] = [];
  const deployed = new Set<ContractId>();
  let isReachable = true;
  let nowMs = 1_000;
  let contracts: ReturnType<typeof createContractLookup>;

  beforeEach(() => {
    asked.length = 0;
    deployed.clear();
    isReachable = true;
    const node = {
      hasContract: async (id: ContractId) => {
        asked.push(id);
        return isReachable
          ? ok(deployed.has(id))
          : err({ kind: 'chain-unreachable' as const, reason: 'cut' });
      },
    };
    contracts = createContractLookup({ node, monotonicMs: () => nowMs });
  });

  it('asks once for a deployed contract', async () => {
    deployed.add(contract('a'));
    for (let n = 0; n < 3; n++) {
      expect(await contracts.exists(contract('a'))).toEqual(ok(true));
      nowMs += 24 * 60 * 60 * 1000;
    }
    expect(asked).toHaveLength(1);
  });

  it('asks again ten seconds after a name had no contract, since it may be deployed by then', async () => {
    expect(await contracts.exists(contract('a'))).toEqual(ok(false));
    deployed.add(contract('a'));
    nowMs += 9_999;
    expect(await contracts.exists(contract('a'))).toEqual(ok(false));
    expect(asked).toHaveLength(1);
    nowMs += 2;
    expect(await contracts.exists(contract('a'))).toEqual(ok(true));
  });

  it('remembers no outage', async () => {
    isReachable = false;
    expect(await contracts.exists(contract('a'))).toMatchObject({ ok: false });
    isReachable = true;
    expect(await contracts.exists(contract('a'))).toEqual(ok(false));
  });

  it('remembers a bounded number of names without a contract, the last ones', async () => {
    for (let n = 0; n < 1_500; n++) await contracts.exists(contract(`t${n}`));
    await contracts.exists(contract('t1499'));
    expect(asked).toHaveLength(1_500);
    await contracts.exists(contract('t0'));
    expect(asked).toHaveLength(1_501);
  });
});
