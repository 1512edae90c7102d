import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTrialFunds } from '../../../src/adapters/stacks/trial/trial-funds.js';
import { devnetRegistry } from '../../../src/apps/devnet/genesis/devnet-registry.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { ok } from '../../../src/domain/shared/result.js';

const [WALLET, ANOTHER] = ['alice', 'bob'].map((privateKey, n) => ({
  address: ['ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG'][n]!,
  privateKey,
})) as [Account, Account];
interface Account {
  readonly address: string;
  readonly privateKey: string;
}

interface Call {
  readonly path: string;
  readonly token: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

/** Controls that respond with these statuses, one after another, and then with 200. */
async function controls(...statuses: readonly number[]) {
  const calls: Call[] = [];
  const left = [...statuses];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      calls.push({ path: request.url!, token: request.headers.authorization, body: body as Call['body'] });
      const status = left.shift() ?? 200;
      response
        .writeHead(status)
        .end(JSON.stringify(status === 200 ? { ok: true } : { error: `status ${status}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const funds = createTrialFunds({
    controlUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    controlToken: 'token',
    accounts: [WALLET, ANOTHER],
    contracts: {
      describe: async () => ok({ functions: new Map(), assets: ['other', 'moth'], source: '' }),
    },
    pauseMs: 0,
  });
  return { calls, funds };
}

const registry = devnetRegistry();
const tokenNamed = (name: string) =>
  registry.tokens.find(({ contractId }) => contractId.endsWith(`.${name}`))!;
const [moth, copy] = [tokenNamed('moth').contractId, tokenNamed('wstx-subnet').contractId];
const router = registry.routers[0]!.id;

describe('the funds of a trial', () => {
  it.each([
    ['STX to the wallet', STX, WALLET.address, ['/fund']],
    ['STX to a contract', STX, router, ['/fund', `/call ${registry.wstx} transfer`]],
    ['a token to the wallet', moth, WALLET.address, ['/fund moth']],
    ['a token to a contract', moth, router, ['/fund moth', `/call ${moth} transfer`]],
    ['a subnet copy to a contract', copy, router, ['/fund', `/call ${copy} deposit`]],
  ])('give %s', async (_what, token, to, expected) => {
    const { calls, funds } = await controls();
    expect(await funds.give(registry, token, 5n, to)).toMatchObject({ ok: true });
    const made = calls.map(({ path, body }) =>
      [path, body['contract'], body['function'], body['asset']].filter(Boolean).join(' '),
    );
    expect(made).toEqual(expected);
    expect(new Set(calls.map(({ token: sent }) => sent))).toEqual(new Set(['Bearer token']));
  });

  it('waits while the network behind the fork does not answer', async () => {
    const { calls, funds } = await controls(503, 503);
    expect(await funds.give(registry, STX, 5n, WALLET.address)).toMatchObject({ ok: true });
    expect(calls).toHaveLength(3);
  });

  it.each([
    ['refuses', [400], 'untried', '.stx cannot be given out: status 400'],
    [
      'does not become able to answer',
      Array<number>(20).fill(503),
      'untried',
      '.stx cannot be given out: status 503',
    ],
    ['fails', [500], 'untried', '.stx cannot be given out: status 500'],
  ])('say that nothing was tried when the fork %s', async (_what, statuses, kind, reason) => {
    const { funds } = await controls(...statuses);
    const given = await funds.give(registry, STX, 5n, WALLET.address);
    expect(given).toEqual({ ok: false, error: { kind, reason } });
  });

  it('say that a call was refused, and that the fork has ended', async () => {
    const { funds } = await controls(400);
    expect(await funds.call(moth, 'transfer', [])).toMatchObject({ error: { kind: 'refused' } });
    await stop();
    expect(await funds.call(moth, 'transfer', [])).toMatchObject({
      error: { kind: 'chain-unreachable', reason: 'the fork has ended' },
    });
    stop = async () => undefined;
  });
});
