import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DEVNET_OPERATOR } from '../../src/apps/devnet/index.js';
import { systemPorts } from '../../src/adapters/system/index.js';
import { handleOf } from '../../src/domain/order/terms/handle.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import { DATABASES, onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { FIRES_AT_ONCE } from '../support/executor-runs.js';
import { runCommand } from '../support/run-command.js';
import { useTestBed } from '../support/test-bed.js';

const run = (name: string, args: readonly string[], databaseUrl: string) =>
  runCommand(name, args, { DATABASE_URL: databaseUrl });

const readyz = async (exchange: Exchange) => {
  const response = await fetch(`${exchange.sluice().url}/readyz`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
async function until(holds: () => Promise<boolean>): Promise<void> {
  for await (const _tick of setInterval(50)) if (await holds()) return;
}

const metrics = async (exchange: Exchange) => (await fetch(`${exchange.sluice().url}/metrics`)).text();

describe.each(DATABASES)('a pause, on $name', ({ name, create }) => {
  // Only Postgres takes several servers.
  const bed = useTestBed(create, name === 'Postgres' ? [{}, {}] : [{}]);

  it('stops new swaps in every server, over restarts, while pending ones are settled, until it is lifted', async () => {
    const [exchange] = bed.exchanges as readonly [Exchange];
    const pending = exchange.signedOrder();
    expect(await exchange.place(pending)).toMatchObject({ status: 200 });
    expect(await exchange.execute(pending.uuid)).toMatchObject({ status: 200 });

    const paused = await run('pause', ['a vault misquotes', '--by', 'alice'], bed.databaseUrl);
    expect(paused).toMatchObject({ code: 0, stderr: '' });
    expect(paused.stdout).toMatch(/^paused by alice at .+: a vault misquotes; before: never paused\n$/);

    const due = exchange.signedOrder(FIRES_AT_ONCE);
    expect(await exchange.place(due)).toMatchObject({ status: 200 });
    await exchange.end('SIGKILL');
    await exchange.start();
    for (const server of bed.exchanges) {
      expect(await server.execute(due.uuid)).toMatchObject({
        status: 503,
        body: { code: 'paused', details: { reason: 'a vault misquotes' } },
      });
      expect(await readyz(server)).toMatchObject({
        status: 200,
        body: { status: 'degraded', sending: { isStopped: true, reasons: [{ reason: 'paused' }] } },
      });
      expect(await metrics(server)).toContain('sluice_sending_stopped{reason="paused"} 1');
    }
    await bed.chain.control('/mine', { blocks: 2 });
    await exchange.until(pending.uuid, 'confirmed');
    expect(await exchange.eventTypes(due.uuid)).toEqual(['created']);

    const resumed = await run('resume', ['--by', 'bob'], bed.databaseUrl);
    expect(resumed.stdout).toMatch(
      /^resumed by bob at .+; before: paused by alice at .+: a vault misquotes\n$/,
    );
    await exchange.untilEvent(due.uuid, 'broadcasted');
    // What these two show may be a second old.
    await until(async () => !(await metrics(exchange)).includes('sluice_sending_stopped{'));
    await until(async () => (await readyz(exchange)).body['status'] === 'ready');
    expect((await readyz(exchange)).body).toMatchObject({ sending: { isStopped: false, reasons: [] } });
  });
});

describe.each(onlyOn('Postgres'))('an operator’s limits, on $name', ({ create }) => {
  const bed = useTestBed(create, []);
  let exchange: Exchange;
  const open = async (settings: Readonly<Record<string, string>>) => {
    exchange = await bed.open(settings);
    const order = exchange.signedOrder();
    expect(await exchange.place(order)).toMatchObject({ status: 200 });
    return order.uuid;
  };
  afterEach(() => exchange.close());

  it('stop new swaps below the lowest balance, which /readyz and a gauge show', async () => {
    const uuid = await open({ SLUICE_MIN_OPERATOR_USTX: '999999999999999' });
    expect(await exchange.execute(uuid)).toMatchObject({
      status: 503,
      body: { code: 'operator-balance-low' },
    });
    const { body } = await readyz(exchange);
    expect(body).toMatchObject({ sending: { reasons: [{ reason: 'operator-balance-low' }] } });
    const { address } = DEVNET_OPERATOR;
    const [account] = (body['sending'] as { readonly accounts: readonly Record<string, string>[] }).accounts;
    expect(account).toMatchObject({ address, inFlight: 0, balanceUstx: expect.stringMatching(/^[1-9]\d+$/) });
    const gauge = `sluice_operator_balance_ustx{account="${address}"} ${account!['balanceUstx']}`;
    expect(await metrics(exchange)).toContain(gauge);
  });

  it('stop new swaps once the fees of an hour are spent, by whichever server', async () => {
    const limit = { SLUICE_MAX_FEES_PER_HOUR_USTX: '1' };
    const paid = await open({});
    expect(await exchange.execute(paid)).toMatchObject({ status: 200 });
    await exchange.close();
    const uuid = await open(limit);
    expect(await exchange.execute(uuid)).toMatchObject({ status: 503, body: { code: 'fee-limit-reached' } });
    expect(await metrics(exchange)).toMatch(/sluice_operator_fees_ustx\{window="hour"\} [1-9]/);
  });

  it('in a dry run plan each swap in the log, and neither store nor send it', async () => {
    await bed.chain.control('/mine', { blocks: 1 });
    const nonce = await bed.chain.operatorNonce();
    const uuid = await open({ SLUICE_DRY_RUN: 'true' });
    expect(await exchange.execute(uuid)).toMatchObject({ status: 503, body: { code: 'dry-run' } });
    expect(await exchange.eventTypes(uuid)).toEqual(['created']);
    await bed.chain.control('/mine', { blocks: 1 });
    expect(await bed.chain.operatorNonce()).toBe(nonce);
    expect((await readyz(exchange)).body).toMatchObject({ sending: { reasons: [{ reason: 'dry-run' }] } });
    // A line may arrive after the response that it precedes.
    await exchange.close();
    const handle = handleOf(uuid as OrderUuid, systemPorts().hasher.sha256);
    expect(exchange.sluice().log.filter((line) => line.includes(uuid))).toEqual([]);
    expect(exchange.sluice().log.some((line) => line.includes('swap-planned') && line.includes(handle))).toBe(
      true,
    );
  });

  it('leave the key in a file, which is used and never logged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-key-'));
    const path = join(folder, 'operator.key');
    await writeFile(path, `${DEVNET_OPERATOR.privateKey}\n`);
    await chmod(path, 0o644);
    const uuid = await open({ SLUICE_OPERATOR_KEY_FILE: path });
    expect(await exchange.execute(uuid)).toMatchObject({ status: 200 });
    const { log } = exchange.sluice();
    expect(log.some((line) => line.includes('may open the file of the operator key'))).toBe(true);
    expect(log.some((line) => line.includes(DEVNET_OPERATOR.privateKey))).toBe(false);
    await rm(folder, { recursive: true });
  });
});
