import { afterEach, describe, expect, it } from '@jest/globals';
import { Agent, get, type IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import {
  closeServer,
  drainServer,
  openServer,
  type ListeningServer,
} from '../../../src/apps/server/http-server.js';
import { StartError } from '../../../src/apps/run/start-error.js';

const open: ListeningServer[] = [];
afterEach(() => Promise.all(open.splice(0).map(closeServer)));

const LOOPBACK = { host: '127.0.0.1', port: 0 };
const log = { warn: () => undefined };

async function listen(address = LOOPBACK, names?: string) {
  const listening = await openServer((_req, res) => void res.end('first'), address, log, {
    ...(names !== undefined && { names }),
  });
  open.push(listening);
  return listening;
}

describe('openServer', () => {
  it('lets another listener respond from then on', async () => {
    const listening = await listen();
    const read = async () => (await fetch(listening.url)).text();
    expect(await read()).toBe('first');
    listening.serve((_req, res) => void res.end('second'));
    expect(await read()).toBe('second');
  });

  it('names the address that is taken and the setting that names another', async () => {
    const port = Number(new URL((await listen()).url).port);
    const taken = { ...LOOPBACK, port };
    const refused: unknown = await listen(taken).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect((refused as StartError).message).toBe(
      `127.0.0.1:${port} is taken by another program: stop it, or set PORT to another port (0 picks a free one)`,
    );
    await expect(listen(taken, 'SLUICE_METRICS_ADDR')).rejects.toThrow(/set SLUICE_METRICS_ADDR to another/);
  });

  it('says when the address is taken by a server of its own kind', async () => {
    const first = await listen();
    first.serve((_req, res) => void res.end('{"status":"ok"}'));
    const port = Number(new URL(first.url).port);
    await expect(listen({ ...LOOPBACK, port })).rejects.toThrow(
      `127.0.0.1:${port} is taken by a running Sluice server: stop it`,
    );
  });

  it('names HOST for an address that the machine does not have', async () => {
    await expect(listen({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
      '192.0.2.1 is no address of this machine: set HOST to one, such as 127.0.0.1',
    );
  });
});

describe('drainServer', () => {
  const LIMIT_MS = 60_000;
  /** A request on a kept connection of the agent. */
  const ask = (url: string, agent: Agent) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent }, (res) => res.resume().once('end', () => resolve(res))).once('error', reject);
    });

  it('serves one more request on each kept connection, accepts no other, and resolves once all are closed', async () => {
    const { server, url } = await listen();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(url, agent)).headers.connection).toBe('keep-alive');
    const drained = drainServer({ server }, LIMIT_MS);
    await expect(ask(url, new Agent())).rejects.toThrow('ECONNREFUSED');
    expect((await ask(url, agent)).headers.connection).toBe('close');
    await drained;
    agent.destroy();
  });

  it('closes what is left after the limit', async () => {
    const { server, url } = await listen();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await ask(url, agent);
    await drainServer({ server }, 0);
    expect(await promisify(server.getConnections.bind(server))()).toBe(0);
    agent.destroy();
  });
});
