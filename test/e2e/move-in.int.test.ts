import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderSignature } from '../../src/adapters/stacks/signatures/wallet.js';
import { onlyOn } from '../support/databases.js';
import type { OrderView } from '../support/exchange.js';
import { runCommand } from '../support/run-command.js';
import { ask } from '../support/test-chain.js';
import { useTestBed } from '../support/test-bed.js';

const PROGRAMS = { orders: 'import orders', keys: 'import api-keys' } as const;
const CREATED = new Date(Date.now() - 5 * 86_400_000).toISOString();
const OLD_TXID = '0ada3d8f224d40f701c26bccff508f7b36868bb55f086d605ecbba597cddcccd';

describe.each(onlyOn('Postgres'))('moving in from the existing exchange, on $name', ({ create }) => {
  const bed = useTestBed(create);
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-move-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (program: keyof typeof PROGRAMS, records: readonly unknown[], ...options: string[]) => {
    const path = join(folder, `${randomUUID()}.jsonl`);
    const lines = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
    await writeFile(path, lines.join('\n'));
    const settings = { DATABASE_URL: bed.databaseUrl, SLUICE_NETWORK: 'devnet' };
    const result = await runCommand(PROGRAMS[program], [path, ...options], settings);
    return { ...result, refused: result.code === 2 ? await readFile(`${path}.refused.csv`, 'utf8') : '' };
  };

  /** An open order as the existing exchange exports it: signed for its oldest router, which it does not name. */
  const openRecord = () => {
    const { registry, accounts } = bed.chain.devnet;
    const [alice] = accounts;
    const token = registry.tokens.find(({ type }) => type === 'SUBNET')!;
    const router = registry.routers.find(({ legacyDefault }) => legacyDefault)!;
    const terms = {
      uuid: randomUUID(),
      owner: alice!.address,
      recipient: alice!.address,
      inputToken: token.contractId,
      outputToken: registry.sbtc,
      amountIn: '10000000',
    };
    const signed = {
      ...terms,
      amountIn: BigInt(terms.amountIn),
      router: router.id,
      network: registry.network,
    };
    const blaze = token.type === 'SUBNET' ? token.blaze : 'v1';
    const signature = orderSignature(
      { ...signed, blaze } as Parameters<typeof orderSignature>[0],
      alice!.privateKey,
    );
    return { ...terms, signature, status: 'open', createdAt: CREATED };
  };
  const pastRecord = (status: string, facts: object) => ({
    ...openRecord(),
    status,
    txid: `0x${OLD_TXID}`,
    metadata: { note: 'kept', quote: { amountIn: 1000, amountOut: 60, slippage: 0.01, path: [] } },
    ...facts,
  });
  const read = async (uuid: string) => (await bed.exchange.read<OrderView>(`/orders/${uuid}`)).body.data;

  it('executes an open order that names no router, with its own age, to confirmed', async () => {
    const record = openRecord();
    const { code, stdout } = await run('orders', [record]);
    expect(code).toBe(0);
    expect(stdout).toContain('1 records: 1 open, 0 ended, 0 known, 0 refused');
    const legacy = bed.chain.devnet.registry.routers.find(({ legacyDefault }) => legacyDefault)!;
    expect(await read(record.uuid)).toMatchObject({ status: 'open', createdAt: CREATED, router: legacy.id });
    expect(await bed.exchange.execute(record.uuid)).toMatchObject({ status: 200 });
    await bed.chain.control('/mine');
    await bed.exchange.until(record.uuid, 'confirmed');
    expect((await bed.exchange.eventTypes(record.uuid))[0]).toBe('imported');
  });

  it('keeps status, txid, times and quote of orders that ended, and never runs them', async () => {
    const confirmed = pastRecord('confirmed', {
      confirmedAt: CREATED,
      blockHeight: 908,
      blockTime: 1790649599,
    });
    const failed = pastRecord('failed', { failedAt: CREATED, failureReason: 'abort_by_response (err u1)' });
    const filled = pastRecord('filled', { broadcastedAt: CREATED });
    expect(await run('orders', [confirmed, failed, filled])).toMatchObject({ code: 0 });
    expect(await read(confirmed.uuid)).toMatchObject({
      status: 'confirmed',
      txid: OLD_TXID,
      confirmedAt: CREATED,
      blockHeight: 908,
      metadata: confirmed.metadata,
    });
    expect(await read(failed.uuid)).toMatchObject({
      status: 'failed',
      failureReason: 'abort_by_response (err u1)',
    });
    expect(await read(filled.uuid)).toMatchObject({ status: 'broadcasted', broadcastedAt: CREATED });
    expect(await bed.exchange.execute(confirmed.uuid)).toMatchObject({ status: 400 });
    expect(await bed.exchange.cancel(filled.uuid)).toMatchObject({ status: 409 });
  });

  it('refuses each bad record by line, field and reason, and stores the others', async () => {
    const good = openRecord();
    const forged = { ...openRecord(), amountIn: '10000001' };
    const { code, refused, stdout } = await run('orders', [
      forged,
      '{"half":',
      good,
      { ...openRecord(), createdAt: undefined, status: 'sleeping' },
    ]);
    expect(code).toBe(2);
    expect(stdout).toContain('1 open, 0 ended, 0 known, 3 refused');
    expect(refused).toContain(`line 1,${forged.uuid},signature,is not the owner’s for these terms`);
    expect(refused).toContain('line 2,,record,is not JSON');
    expect(refused).toMatch(/line 4,.*,status,.*must be one of open, .*filled.*createdAt is required/);
    expect(refused).not.toContain(forged.signature);
    expect(await read(good.uuid)).toMatchObject({ status: 'open' });
  });

  it('stores nothing in a dry run, and nothing twice', async () => {
    const records = [openRecord(), pastRecord('confirmed', {})];
    const dry = await run('orders', records, '--dry-run');
    expect(dry.stdout).toContain('2 records, nothing stored: 1 open, 1 ended, 0 known, 0 refused');
    expect(await bed.exchange.read(`/orders/${records[0]!.uuid}`)).toMatchObject({ status: 404 });
    await run('orders', records);
    const again = await run('orders', [...records, { ...records[1]!, amountIn: '5' }]);
    expect(again.stdout).toContain('3 records: 0 open, 0 ended, 2 known, 1 refused');
    expect(again.refused).toContain('uuid,is stored with other terms');
  });

  it('lets a bot go on with the key it has, and keeps revoked keys revoked', async () => {
    const [alice] = bed.chain.devnet.accounts;
    const keyOf = (status: string) => {
      const secret = `ck_live_${randomBytes(32).toString('hex')}`;
      const record = {
        id: randomBytes(16).toString('hex'),
        keyHash: createHash('sha256').update(secret).digest('hex'),
        keyPreview: `ck_live_…${secret.slice(-4)}`,
        walletAddress: alice!.address,
        name: 'my bot',
        permissions: ['execute'],
        rateLimit: { requests: 100 },
        status,
        createdAt: CREATED,
        lastUsedAt: CREATED,
        usageStats: { totalRequests: 7, successfulRequests: 6, failedRequests: 1, executionCount: 6 },
      };
      return { secret, record };
    };
    const [live, dead] = [keyOf('active'), keyOf('suspended')];
    const records = [live.record, dead.record, { ...live.record, id: 'x' }];
    const imported = await run('keys', records);
    expect(imported.stdout).toContain('3 records: 2 added, 0 known, 1 refused');
    expect(imported.refused).toContain('line 3,x,id,must be 32 hex digits');
    expect((await run('keys', records)).stdout).toContain('0 added, 2 known, 1 refused');

    const order = bed.exchange.signedOrder();
    await bed.exchange.place(order);
    const execute = (key: string) =>
      ask(`${bed.exchange.sluice().swap}/orders/${order.uuid}/execute`, {
        method: 'POST',
        headers: { 'x-api-key': key },
      });
    expect(await execute(dead.secret)).toMatchObject({ status: 401, body: { code: 'API_KEY_INACTIVE' } });
    expect(await execute(live.secret)).toMatchObject({ status: 200 });
  });
});
