import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HttpEvent } from '../../../src/adapters/stacks/node/http-attempt.js';
import { createNodeClient, type StacksNode } from '../../../src/adapters/stacks/node/node-client.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { ScriptedHost } from './support/scripted-host.js';

const ACCOUNT = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' as Address;
const AT = { height: 1, id: 'cc' };
const DOWN = { status: 500 };

const hosts: ScriptedHost[] = [];
let nowMs: number;
let events: HttpEvent[];
let node: StacksNode;

const infoOf = (height: number) => ({
  body: {
    stacks_tip_height: height,
    stacks_tip: 'aa'.repeat(32),
    stacks_tip_consensus_hash: 'bb'.repeat(20),
  },
});

/** The tests tell hosts apart by the height and the nonce that they return. */
function answer(n: number, isUp: boolean): void {
  hosts[n]!.script('/v2/info', isUp ? infoOf(n) : DOWN);
  hosts[n]!.script(`/v2/accounts/${ACCOUNT}`, isUp ? { body: { nonce: n } } : DOWN);
}

const tip = async () => {
  const read = await node.tip();
  return read.ok ? read.value.height : read.error.kind;
};
const nonce = async () => {
  const read = await node.nextNonce(ACCOUNT, AT);
  return read.ok ? Number(read.value) : read.error.kind;
};

beforeEach(async () => {
  nowMs = 0;
  events = [];
  hosts.push(...(await Promise.all([0, 1, 2].map(() => ScriptedHost.start()))));
  [0, 1, 2].forEach((n) => answer(n, true));
  const [baseUrl, ...fallbackUrls] = hosts.map(({ url }) => url);
  node = createNodeClient({
    baseUrl: baseUrl!,
    fallbackUrls,
    retries: 0,
    failuresToOpen: 100,
    monotonicMs: () => nowMs,
    onEvent: (event) => void events.push(event),
  });
});
afterEach(async () => {
  await node.close();
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
});

describe('a node client with several addresses', () => {
  it('uses the first one while it answers', async () => {
    expect([await tip(), await nonce(), await tip()]).toEqual([0, 0, 0]);
    expect(hosts[1]!.seen).toEqual([]);
  });

  it('stays with one host until the next tip, so a pass never mixes two', async () => {
    await tip();
    answer(0, false);
    expect([await nonce(), await nonce()]).toEqual(['chain-unreachable', 'chain-unreachable']);
    expect(hosts[1]!.seen).toEqual([]);
    expect([await tip(), await nonce()]).toEqual([1, 1]);
    expect(events).toContainEqual({ kind: 'host-changed', host: 1 });
  });

  it('asks each address in order of preference, and fails when none answers', async () => {
    answer(0, false);
    answer(1, false);
    expect([await tip(), await nonce()]).toEqual([2, 2]);
    answer(2, false);
    expect(await tip()).toBe('chain-unreachable');
  });

  it('returns to a better address a minute after it failed', async () => {
    answer(0, false);
    await nonce();
    expect(await tip()).toBe(1);
    answer(0, true);
    nowMs += 59_999;
    expect(await tip()).toBe(1);
    nowMs += 1;
    expect([await tip(), await nonce()]).toEqual([0, 0]);
  });
});
