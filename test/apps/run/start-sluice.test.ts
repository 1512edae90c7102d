import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { startSluice } from '../../../src/apps/run/index.js';
import { readableLog } from '../../../src/apps/run/log.js';
import { coreHarness, signedInput } from '../../support/core-harness.js';
import { logInMemory } from '../../support/log-lines.js';

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

  it.each<[unknown, string]>([
    [{ executorMS: 100 }, 'unknown option executorMS; did you mean executorMs?'],
    [{ roles: ['exec'] }, 'roles[0] must be one of api, executor, recorder, webhooks'],
    [{ ports: { clok: {} } }, 'unknown option ports.clok; did you mean clock?'],
    [{ settings: { slipage: 0.1 } }, 'unknown option settings.slipage; did you mean slippage?'],
    [{ chain: { netwrok: 'devnet' } }, 'unknown option chain.netwrok; did you mean network?'],
    [{ ipfsGateway: 'http://gateway' }, 'ipfsGateway must be an https address that ends in /'],
    [{ roles: 'api' }, 'roles must be a list, not "api"'],
    [{ database: 5 }, 'database must be a URL such as sqlite:./sluice.db, { pool } or { dataSource }, not 5'],
    [{ database: { pool: {}, url: 'x' } }, '{ pool } or { dataSource }; it has pool and url'],
    [{ database: { pool: 'postgres://u:secret@h/d' } }, 'database.pool must be a Pool of pg, not a text'],
    [{ database: { connect: () => {} } }, 'write { pool: … } around a pool'],
    [{ schema: '' }, 'schema must be text of 1 to 63 characters, not ""'],
    [
      { chain: { network: 'mainet', url: 'http://h' } },
      'chain.network must be one of devnet, testnet, mainnet, not "mainet"',
    ],
    [{ chain: { network: 'devnet', url: 'foo' } }, 'chain.url must be an http(s) address, not "foo"'],
    [{ chain: { network: 'devnet' } }, 'chain.url is required'],
    [
      { chain: { network: 'devnet', url: 'http://h', fallbackUrls: 'http://i' } },
      'chain.fallbackUrls must be a list',
    ],
    [
      { chain: { network: 'devnet', url: 'http://h', maxFeeUstx: 5 } },
      'chain.maxFeeUstx must be a bigint of 1 or more, not 5',
    ],
    ...[0, 1.5, '45'].map((rpm): [unknown, string] => [
      { chain: { network: 'devnet', url: 'http://h', requestsPerMinute: rpm } },
      `chain.requestsPerMinute must be a whole number of 10 or more, not ${JSON.stringify(rpm)}`,
    ]),
    ...[-1, NaN, '5'].map((ms): [unknown, string] => [
      { executorMs: ms },
      `executorMs must be a whole number from 1 to 86400000, not ${ms === '5' ? '"5"' : ms}`,
    ]),
    [
      { chain: { network: 'devnet', url: 'http://h', registry: { tokens: [] } } },
      'chain.registry must be what createRegistry made',
    ],
    [{ log: { info: () => {} } }, 'log has no method debug, warn, error'],
    [undefined, 'the options of startSluice must be an object, not undefined'],
  ])('refuses unknown names of options and properties: %j', async (options, message) => {
    await expect(startSluice(options as never)).rejects.toThrow(message);
  });

  it('names every problem at once, and no secret', async () => {
    const secret = 'a'.repeat(63);
    const options = {
      roles: 'api',
      executorMs: 0,
      database: 5,
      settings: { slippage: 7 },
      chain: {
        network: 'main',
        url: `ftp://me:${secret}@host`,
        apiKey: { secret },
        operatorKeys: [secret, 5],
      },
    };
    const refused = startSluice(options as never);
    await expect(refused).rejects.toThrow(RangeError);
    await expect(refused).rejects.toThrow(
      /^9 options cannot be used:\n {2}database must .*\n {2}roles must .*\n {2}executorMs must .*\n {2}chain.network .*\n {2}chain.url must be an http\(s\) address\n {2}chain.apiKey must .*\n {2}chain.operatorKeys\[0\] must be 64 hex .*\n {2}chain.operatorKeys\[1\] must be a text\n {2}the setting slippage must be a number from 0 to 0.5, not 7$/,
    );
    await expect(refused).rejects.not.toThrow(secret);
    const asText = startSluice({
      chain: { network: 'devnet', url: 'http://h', operatorKeys: secret },
    } as never);
    await expect(asText).rejects.toThrow('chain.operatorKeys must be a list of keys, not a text');
    await expect(asText).rejects.not.toThrow(secret);
  });

  it('refuses a clock without a method now', async () => {
    await expect(startSluice({ ports: { ...own(), clock: {} as never } })).rejects.toThrow(
      'ports.clock must be an object with a method now()',
    );
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

  it('accepts ports among other properties', async () => {
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
    await expect(refused).rejects.toThrow(/^chain.operatorKeys\[0\] must be 64 hex characters/);
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
