import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { aConfirmedOrder, AN_OWNER, handleFor, txidOf, uuidOf } from '../../support/builders.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  walletProof,
  WELSH,
  WELSH_SUBNET,
} from '../../support/core-harness.js';
import { recordPrices } from '../../support/executor-steps.js';
import { A_WALLET } from '../../support/signing.js';
import { runHere } from '../../support/own-process.js';

const harness = coreHarness();
let server: Server;
let url: string;

beforeAll(async () => {
  const { core, clock } = harness;
  const app = createApp({
    areas: [swapArea(core, { clock })],
    clock,
    requestIds: () => 'an-id',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const { contractId } of A_REGISTRY.tokens) harness.balances.set(contractId, AN_OWNER, toUnits(0n));
});
afterAll(() => void server.close());

const portfolio = async (...args: readonly string[]) => of([AN_OWNER, ...args]);
const of = async (args: readonly string[], settings: Readonly<Record<string, string>> = {}) => {
  // Each reads the newest block.
  harness.clock.advance(10_000);
  const { code, stdout } = await runHere(['portfolio', ...args], { SLUICE_URL: url, ...settings });
  expect(code).toBe(0);
  return stdout;
};

describe('sluice portfolio', () => {
  it('says that a wallet holds nothing', async () => {
    expect(await portfolio()).toBe('no token of this exchange\n');
  });

  it('prints each token with what its copy holds and what both are worth, and what is not known', async () => {
    await recordPrices(harness, { [WELSH]: 0.5 });
    await harness.core.prices.refresh();
    harness.balances.set(WELSH, AN_OWNER, toUnits(1_000_000n));
    harness.balances.set(WELSH_SUBNET, AN_OWNER, toUnits(3_000_000n));
    const complete = await portfolio();
    expect(complete).toMatch(/^token +wallet +to trade +price +24 hours +worth/m);
    expect(complete).toMatch(/1 WELSH +3 WELSH +\$0\.5 +\$2$/m);
    expect(complete).toMatch(/^\$2 in all$/m);
    harness.balances.set(DOLLAR, AN_OWNER, toUnits(5n));
    expect(await portfolio()).toMatch(/^\$2 in all, of what has a price and a known balance$/m);
    expect(JSON.parse(await portfolio('--json'))).toMatchObject({ address: AN_OWNER, valueUsd: 2 });
  });

  it('prints the owner’s results, and files for taxes', async () => {
    const { address } = A_WALLET;
    await recordPrices(harness, { [WELSH]: 0.5, [DOLLAR]: 1 });
    const order = (n: number, terms: object, paid: bigint, got: bigint) =>
      aConfirmedOrder(
        { uuid: uuidOf(n), handle: handleFor(uuidOf(n)), owner: address, recipient: address, ...terms },
        {
          txid: txidOf(n),
          blockHeight: n,
          blockTime: harness.clock.now().getTime() / 1_000,
          executedAmountIn: toUnits(paid),
          executedAmountOut: toUnits(got),
        },
      );
    const [bought, sold] = [
      order(1, { inputToken: DOLLAR, outputToken: WELSH }, 5_000_000n, 10_000_000n),
      order(2, { inputToken: WELSH_SUBNET, outputToken: DOLLAR }, 4_000_000n, 3_000_000n),
    ];
    for (const each of [bought, sold]) await harness.ports.orders.insert(each);
    const issued = await harness.core.apiKeys.issue(
      walletProof({
        action: 'create_api_key',
        keyName: 'taxes',
        permissions: ['cancel'],
        timestamp: harness.clock.now().getTime(),
      }),
    );
    const key = { SLUICE_API_KEY: unwrap(issued).secret };
    const results = await of([address, '--results'], key);
    expect(results).toMatch(/^WELSH +6 WELSH +\$0\.5 +\$0\.5 +\$0 +\$1$/m);
    expect(results).toMatch(/^\$1 realised, \$0 unrealised in 2 fills$/m);
    expect(JSON.parse(await of([address, '--results', '--json'], key))).toMatchObject({ realisedUsd: 1 });
    const csv = await of([address, '--csv', 'koinly', '--from', '2026-01-01'], key);
    expect(csv.split('\r\n')).toHaveLength(4);
    const { code, stderr } = await runHere(['portfolio'], { SLUICE_URL: url });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name the wallet')]);
  });
});
