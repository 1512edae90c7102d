import { setInterval } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import { runCommand } from '../support/run-command.js';
import { useTestBed } from '../support/test-bed.js';

/** A trial trade, as `sluice doctor --trade --json` prints it. */
interface Trade {
  readonly ok: boolean;
  readonly uuid: string;
  readonly status: string;
  readonly feeUstx?: string;
  readonly problem?: string;
}

const MINUTE = '1m';
const SHORT = '3s';

describe.each(onlyOn('SQLite'))('sluice doctor --trade, on $name', ({ create }) => {
  const bed = useTestBed(create);
  /** Another order of the wallet, which no trade may touch. */
  let other: string;

  const trade = (within: string, more: readonly string[] = []) => {
    const { devnet } = bed.chain;
    const [sold] = devnet.registry.tokens.filter(({ type }) => type === 'SUBNET');
    const url = new URL(bed.exchange.sluice().swap).origin;
    const terms = ['--trade', '--sell', '0.5', '--of', sold!.contractId, '--for', devnet.registry.sbtc];
    return runCommand('doctor', [...terms, '--url', url, '--wallet', 'alice', '--within', within, ...more]);
  };
  const mineUntil = async <T>(work: Promise<T>): Promise<T> => {
    let hasEnded = false;
    void work.finally(() => (hasEnded = true));
    for await (const _tick of setInterval(100)) {
      if (hasEnded) break;
      await bed.chain.control('/mine', { blocks: 1 });
    }
    return work;
  };

  beforeAll(async () => {
    const order = bed.exchange.signedOrder();
    other = order.uuid;
    expect(await bed.exchange.place(order)).toMatchObject({ status: 200 });
  });

  it('exits with 0 and says in one line how long the order took, once its swap is confirmed', async () => {
    const { code, stdout, stderr } = await mineUntil(trade(MINUTE));
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^traded: order [0-9a-f-]{36} is confirmed; 0\.5 .+ for .+ sBTC; sent after [\d.]+ s; confirmed after [\d.]+ s; fee [\d.]+ STX; transaction (0x)?[0-9a-f]{64}\n$/,
    );
    expect(code).toBe(0);
  });

  it('exits with 1 when the fee was higher than allowed', async () => {
    const { code, stdout } = await mineUntil(trade(MINUTE, ['--json', '--most-fee', '0.000001']));
    expect(JSON.parse(stdout) as Trade).toMatchObject({ ok: false, status: 'confirmed' });
    expect((JSON.parse(stdout) as Trade).problem).toMatch(/^its fee was .+ STX, more than 0\.000001 STX$/);
    expect(code).toBe(1);
  });

  it('exits with 1, says what the order waited for and cancels it, when the operator has paused', async () => {
    const settings = { DATABASE_URL: bed.databaseUrl };
    expect(await runCommand('pause', ['an audit'], settings)).toMatchObject({ code: 0 });
    const { code, stdout } = await trade(SHORT, ['--json']);
    await runCommand('resume', [], settings);
    const { ok, uuid, status, problem } = JSON.parse(stdout) as Trade;
    expect([code, ok, status]).toEqual([1, false, 'cancelled']);
    expect(problem).toMatch(/^not confirmed after 3 s: .*paused/i);
    expect((await bed.exchange.read(`/orders/${uuid}`)).body.data).toMatchObject({ cancelReason: 'owner' });
  });

  it('exits with 1 when a node has the swap and no block does', async () => {
    const { code, stdout } = await trade(SHORT);
    expect(stdout).toMatch(
      /^not traded: order .+; not confirmed after 3 s: a node has its swap, and no block\n$/,
    );
    expect(code).toBe(1);
  });

  it('leaves the wallet’s other orders as they are', async () => {
    expect((await bed.exchange.read(`/orders/${other}`)).body.data).toMatchObject({ status: 'open' });
  });

  it('exits with 2 without the terms of the order', async () => {
    const { code, stderr } = await runCommand('doctor', ['--trade', '--sell', '1']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--trade needs --sell, --of and --for')]);
  });
});
