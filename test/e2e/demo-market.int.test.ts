import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCommand } from '../support/run-command.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';

/** Real contract calls, on a machine that may be busy. */
const PATIENCE_MS = 180_000;

interface Devnet {
  readonly accounts: readonly { readonly balances: Record<string, string> }[];
}

describe('demo:market', () => {
  let sluice: SluiceProcess;

  beforeAll(async () => {
    const settings = { SLUICE_BLOCK_MS: '100', SLUICE_EXECUTOR_MS: '100' };
    sluice = await startSluice({ DATABASE_URL: 'sqlite::memory:', ...settings });
  });
  afterAll(() => sluice.end('SIGKILL'));

  const start = (...args: string[]) => startCommand('demo market', args);

  it(
    'trades from several wallets until it is asked to stop, and sums up',
    async () => {
      const { body: before } = await ask<Devnet>(`${sluice.url}/devnet`);
      const market = start('--url', sluice.url, '--minutes', '0.5');
      const [exit, summary] = [once(market, 'exit'), text(market.stdout)];
      for await (const line of createInterface({ input: market.stderr })) {
        expect(line).not.toContain('\u001b');
        if (!line.includes('% 0 confirmed')) break;
      }
      market.kill('SIGINT');
      expect(await exit).toEqual([0, null]);
      expect(await summary).toMatch(/^[1-9]\d* swaps confirmed in \d+ s\n/);
      expect(await summary).not.toContain('failed');
      expect(await summary).not.toMatch(/[0-9a-f]{64}/);
      const { body: after } = await ask<Devnet>(`${sluice.url}/devnet`);
      const moved = after.accounts.filter(
        ({ balances }, n) => JSON.stringify(balances) !== JSON.stringify(before.accounts[n]?.balances),
      );
      expect(moved.length).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );

  it('exits with 4 without a server, with 1 without a devnet, and with 2 for unusable options', async () => {
    for (const [expected, ...args] of [
      [4, '--url', 'http://127.0.0.1:9'],
      [1, '--url', `${sluice.url}/swap`],
      [2, '--minutes', 'ten'],
    ] as const) {
      const [code] = (await once(start(...args), 'exit')) as [number | null];
      expect(code).toBe(expected);
    }
  });
});
