import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../src/sdk/client/index.js';
import type { TestBed } from '../../support/test-bed.js';

/** Prices are recorded for each of these. */
const GRID_MS = 300_000;
/** Shares of a pool’s reserve that are sold to it: some prices change by a digit more or less. */
const SHARES = [50n, 10n, 4n];

/** A market that moves when a test wants it: pools are traded with, and the server's clock reaches its next recording. */
export class MovingMarket {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-market-'));
  readonly #file = join(this.#folder, 'offset');
  #moves = 0;

  constructor() {
    this.#setAhead(0);
  }

  /** What a server needs so that its clock moves with the market. */
  get settings(): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--import=${new URL('../../support/faked-clock.mjs', import.meta.url).href}`,
      FAKED_CLOCK_FILE: this.#file,
    };
  }

  /** Trades with every pool, and lets the server record the prices. */
  async move({ chain, exchange }: TestBed): Promise<void> {
    const move = this.#moves++;
    const { vaults } = await createClient({ baseUrl: exchange.sluice().url }).vaults.list();
    const pools = vaults.filter(({ kind }) => kind === 'pool');
    for (const [n, { contractId, liquidity }] of pools.entries()) {
      const opcode = (n + move) % 2;
      const reserve = BigInt(liquidity[opcode]?.reservesExact ?? 0);
      const amount = String(reserve / SHARES[(n + move) % SHARES.length]!);
      const { status, body } = await chain.control('/swap', { vault: contractId, opcode, amount });
      if (status !== 200) throw new Error(`the trade with ${contractId} failed: ${JSON.stringify(body)}`);
    }
    this.#setAhead(this.#moves * GRID_MS);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #setAhead(ms: number): void {
    writeFileSync(`${this.#file}.new`, String(ms));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
