import { afterEach, expect, it } from '@jest/globals';
import { SystemClock } from '../../../src/adapters/system/index.js';
import { claimPorts, type ClaimedPorts } from '../../../src/apps/server/claimed-ports.js';
import { readConfig } from '../../../src/apps/server/config.js';
import { StartUp } from '../../../src/apps/server/start-up.js';
import { ask } from '../../support/test-chain.js';
import { logInMemory } from '../../support/log-lines.js';

const claimed: ClaimedPorts[] = [];
afterEach(() => Promise.all(claimed.splice(0).map((ports) => ports.close())));

async function claim(env: Readonly<Record<string, string>> = {}) {
  const { log, lines } = logInMemory();
  const startUp = new StartUp(log);
  const config = readConfig({ PORT: '0', ...env });
  const ports = await claimPorts(config, { log, clock: new SystemClock(), startUp });
  claimed.push(ports);
  return { ports, startUp, lines };
}

it('tells callers what the start waits for, until there is something to serve', async () => {
  const { ports, startUp, lines } = await claim();
  const { url } = ports.server;
  startUp.begin('opening the database', { database: 'postgres://host' });
  expect(lines.map(({ msg }) => msg)).toEqual(['opening the database']);
  expect(await ask(`${url}/healthz`)).toMatchObject({ status: 200 });
  const { status, body } = await ask<{ code: string; error: string }>(`${url}/swap/api/v1/orders`);
  expect([status, body.code]).toEqual([503, 'starting']);
  expect(body.error).toContain('opening the database');
  expect(body.error).not.toContain('host');
  ports.server.serve((_req, res) => void res.end('{}'));
  expect(await ask(`${url}/swap/api/v1/orders`)).toMatchObject({ status: 200 });
});

it('claims the address of the metrics, too, and names its setting when it is taken', async () => {
  const { ports } = await claim({ SLUICE_METRICS_ADDR: '127.0.0.1:0' });
  const taken = new URL(ports.metrics!.url).host;
  expect(await ask(`${ports.metrics!.url}/healthz`)).toMatchObject({ status: 200 });
  await expect(claim({ SLUICE_METRICS_ADDR: taken })).rejects.toThrow(
    `${taken} is taken by a running Sluice server: stop it, or set SLUICE_METRICS_ADDR to another port`,
  );
});

it('leaves no listener behind when the second address is taken', async () => {
  const { ports } = await claim();
  const taken = new URL(ports.server.url).host;
  const free = new URL((await claim()).ports.server.url).port;
  await claimed.pop()!.close();
  await expect(claim({ PORT: free, SLUICE_METRICS_ADDR: taken })).rejects.toThrow(`${taken} is taken`);
  expect(new URL((await claim({ PORT: free })).ports.server.url).port).toBe(free);
});
