import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { startDevnet } from '../../../dist/apps/devnet/index.js';
import { runCommand, SLUICE } from '../../support/run-command.js';

const DEVNET = new URL('../../../dist/apps/devnet/', import.meta.url);

/** A parent in its own process group: starts a devnet, prints its pid and address, and idles. */
const PARENT = `
  process.on('SIGINT', () => console.log('{}'));
  import { startDevnet } from ${JSON.stringify(new URL('index.js', DEVNET).href)};
  const { pid, stacksApiUrl } = await startDevnet({ blockMs: 1000 });
  console.log(JSON.stringify({ pid, stacksApiUrl }));
  setInterval(() => {}, 1000);
`;

async function startParent() {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(parent.stdout)[Symbol.asyncIterator]();
  const next = async () =>
    JSON.parse((await lines.next()).value as string) as { pid: number; stacksApiUrl: string };
  return { parent, next, ...(await next()) };
}

async function gone(url: string): Promise<true> {
  for (;;) {
    try {
      await fetch(`${url}/v2/info`);
    } catch {
      return true;
    }
  }
}

describe('the devnet process', () => {
  it('ends with its parent, however that ends', async () => {
    const { parent, stacksApiUrl } = await startParent();
    expect((await fetch(`${stacksApiUrl}/v2/info`)).status).toBe(200);
    parent.kill('SIGKILL');
    expect(await gone(stacksApiUrl)).toBe(true);
  });

  it('survives a Ctrl-C that its parent handles', async () => {
    const { parent, next, stacksApiUrl } = await startParent();
    process.kill(-parent.pid!, 'SIGINT');
    await next();
    expect((await fetch(`${stacksApiUrl}/v2/info`)).status).toBe(200);
    parent.kill('SIGKILL');
    expect(await gone(stacksApiUrl)).toBe(true);
  });

  it('rejects with the error output when it cannot start', async () => {
    await expect(startDevnet({ blockMs: 1 })).rejects.toThrow('blockMs must be a whole number from 10');
    const first = await startDevnet({ blockMs: 10 });
    const port = Number(new URL(first.stacksApiUrl).port);
    await expect(startDevnet({ blockMs: 1_000, port })).rejects.toThrow('EADDRINUSE');
    await first.stop();
  });

  it('mines a block every blockMs', async () => {
    const devnet = await startDevnet({ blockMs: 10 });
    expect(devnet.controlUrl).toBeUndefined();
    const height = async () =>
      ((await (await fetch(`${devnet.stacksApiUrl}/v2/info`)).json()) as { stacks_tip_height: number })
        .stacks_tip_height;
    const first = await height();
    while ((await height()) < first + 5);
    await devnet.stop();
    expect(await devnet.exited).toEqual({ code: 0, signal: null });
  });

  it('runs standalone, prints its keys as development keys, and ends on SIGTERM', async () => {
    const alone = spawn(process.execPath, [SLUICE, 'devnet', '--port=0', '--control-port=0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface(alone.stdout)[Symbol.asyncIterator]();
    const first = (await lines.next()).value as string;
    expect(first).toMatch(/^devnet listens on http:\/\/127\.0\.0\.1:\d+$/);
    await lines.next();
    expect((await lines.next()).value).toContain('development only');
    const exit = once(alone, 'exit');
    alone.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it("prints the settings of a server on it when it is in mainnet's dress", async () => {
    const alone = spawn(process.execPath, [SLUICE, 'devnet', '--port=0', '--network=mainnet'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const settings = new Map<string, string>();
    for await (const line of createInterface(alone.stdout)) {
      const [, name, value] = /^ {2}([A-Z_]+)=(.+)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) settings.set(name, value);
      if (name === 'DATABASE_URL') break;
    }
    expect(settings.get('SLUICE_NETWORK')).toBe('mainnet');
    expect(settings.get('SLUICE_OPERATOR_KEY')).toMatch(/^[0-9a-f]{64}01$/);
    const of = async (path: string) =>
      (await (await fetch(`${settings.get('STACKS_API_URL')}${path}`)).json()) as Record<string, unknown>;
    expect(await of('/v2/info')).toMatchObject({ network_id: 1 });
    expect(await of('/devnet/registry')).toMatchObject({
      network: 'mainnet',
      routers: expect.any(Array) as unknown,
    });
    const exit = once(alone, 'exit');
    alone.kill('SIGINT');
    expect(await exit).toEqual([0, null]);
  });

  it.each([
    [2, ['--network=testnet'], 'Allowed choices are devnet, mainnet'],
    [2, ['--registry=x.json'], '--registry needs --network mainnet'],
    [1, ['--network=mainnet', '--registry=nowhere.json'], 'nowhere.json is no usable registry'],
    [2, ['--port=one'], 'must be a whole number from 0 to 65535'],
  ])('exits with %d for %s, and says why', async (code, args, words) => {
    const refused = await runCommand('devnet', args);
    expect(refused.stderr).toContain(words);
    expect(refused.code).toBe(code);
  });
});
