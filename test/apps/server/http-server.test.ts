import { afterEach, describe, expect, it } from '@jest/globals';
import { closeServer, openServer, type ListeningServer } from '../../../src/apps/server/http-server.js';
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
