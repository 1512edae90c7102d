import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApp, swapArea } from '../../../src/adapters/express/index.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { AN_OWNER } from '../../support/builders.js';
import { A_REGISTRY, coreHarness, DOLLAR, WELSH, WELSH_SUBNET } from '../../support/core-harness.js';
import { recordPrices } from '../../support/executor-steps.js';
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

const portfolio = async (...args: readonly string[]) => {
  // Each reads the newest block.
  harness.clock.advance(10_000);
  const { code, stdout } = await runHere(['portfolio', AN_OWNER, ...args], { SLUICE_URL: url });
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
});
