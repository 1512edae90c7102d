import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../src/adapters/memory/index.js';
import { startSluice } from '../../src/run/index.js';
import { readableLog } from '../../src/run/log.js';
import { coreHarness, signedInput } from '../support/core-harness.js';
import { logInMemory } from '../support/log-lines.js';

const own = () => coreHarness().ports;

describe('startSluice', () => {
  it('runs on ports of the caller alone, and stores orders in them', async () => {
    const ports = own();
    const sluice = await startSluice({ ports, settings: { maxSlippage: 0.02 } });
    const order = signedInput();
    expect(await sluice.core.orders.place(order)).toMatchObject({ ok: true });
    expect(await ports.orders.findById(order['uuid'] as never)).toBeDefined();
    expect(sluice.ports.clock).toBe(ports.clock);
    await sluice.ping();
    await sluice.close();
    await sluice.close();
  });

  it('starts each role’s work only', async () => {
    const { log, lines } = logInMemory();
    const { ports, clock } = coreHarness();
    const recorder = await startSluice({ ports, roles: ['recorder'], log });
    expect(lines.map(({ msg }) => msg)).toEqual(['prices recorded']);
    await recorder.close();
    const executor = await startSluice({ ports: { ...ports, clock }, roles: ['executor'] });
    expect(executor.core.prices.current()).toBeUndefined();
    await executor.close();
  });

  it('names the ports that are missing', async () => {
    const { clock: _clock, liquidity: _liquidity, chain: _chain, ...ports } = own();
    await expect(startSluice({ ports })).rejects.toThrow(
      'ports are missing: liquidity, chain; give `database` and `chain`, or these `ports`',
    );
    await expect(startSluice({ ports: memoryStorage() })).rejects.toThrow('signatures, registry, liquidity');
  });

  it.each([
    [{ executorMS: 100 }, 'unknown option executorMS; did you mean executorMs?'],
    [{ roles: ['exec'] }, 'unknown role exec; there are api, executor, recorder'],
    [{ ports: { clok: {} } }, 'unknown option ports.clok; did you mean clock?'],
    [{ settings: { slipage: 0.1 } }, 'unknown option settings.slipage; did you mean slippage?'],
    [{ chain: { netwrok: 'devnet' } }, 'unknown option chain.netwrok; did you mean network?'],
  ])('refuses what no option is called: %j', async (options, message) => {
    await expect(startSluice(options as never)).rejects.toThrow(message);
  });

  it.each([[1_790_000_000_000], [new Date(NaN)], [undefined]])(
    'refuses a clock whose time is %p',
    async (time) => {
      const clock = { now: () => time as Date };
      await expect(startSluice({ ports: { ...own(), clock } })).rejects.toThrow(
        'ports.clock: now() must return a valid Date',
      );
    },
  );

  it('takes ports among other properties', async () => {
    const ports = Object.assign(own(), { somethingElse: 1 });
    const sluice = await startSluice({ ports, roles: [] });
    expect(sluice.ports.clock).toBe(ports.clock);
    await sluice.close();
  });

  it('writes to a console as people read it, without lines at level debug', () => {
    let written = '';
    const stream = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        written += chunk.toString();
        done();
      },
    });
    const log = readableLog(new Console(stream));
    log.debug({}, 'looked');
    log.info({}, 'started');
    log.warn({ tokens: 3 }, 'recorded');
    expect(written).toBe('started\nrecorded { tokens: 3 }\n');
  });

  it('names an unusable operator key by its place, without repeating it', async () => {
    const chain = { network: 'devnet', url: 'http://127.0.0.1:1', operatorKeys: ['secret'] } as const;
    const refused = startSluice({ chain, ports: memoryStorage() });
    await expect(refused).rejects.toThrow(/^operatorKeys\[0\] must be 64 hex characters/);
    await expect(refused).rejects.not.toThrow('secret');
  });

  it('closes what it opened when the start fails', async () => {
    const chain = {
      network: 'devnet',
      url: 'http://127.0.0.1:1',
      registry: '/nowhere/registry.json',
    } as const;
    const refused = startSluice({ database: 'sqlite::memory:', chain });
    await expect(refused).rejects.toThrow('the registry /nowhere/registry.json cannot be used');
  });

  it('starts although the chain cannot be reached', async () => {
    const { log, lines } = logInMemory();
    const chain = { network: 'devnet', url: 'http://127.0.0.1:1' } as const;
    const sluice = await startSluice({ database: 'sqlite::memory:', chain, log });
    expect(lines.map(({ msg }) => msg)).toContain('no operator key: this process sends no swaps');
    await sluice.ping();
    await sluice.close();
  });
});
