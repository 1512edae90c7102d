import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gridPointAt, GRID_SECONDS } from '../../src/domain/price-series/price.js';

const STEP_MS = GRID_SECONDS * 1_000;
/** Distance from the grid point that a step reaches, ms, so that no other one is reached before the next step. */
const BEHIND_MS = 5_000;

/**
 * Time of day of recorders, which moves from one grid point to the next when told to. Its last point is in the past, where the other
 * processes see its prices.
 */
export class PriceClock {
  private readonly folder = mkdtempSync(join(tmpdir(), 'sluice-test-prices-'));
  private readonly file = join(this.folder, 'offset');
  private pointMs: number;
  private points = 1;

  /** @param steps number of steps to come. */
  constructor(steps: number) {
    this.pointMs = gridPointAt(new Date()).getTime() - (steps + 1) * STEP_MS;
    this.set();
  }

  /** Settings of a recorder with this clock. */
  get settings(): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--import=${new URL('../support/faked-clock.mjs', import.meta.url).href}`,
      FAKED_CLOCK_FILE: this.file,
    };
  }

  /** Moves to the next grid point. */
  step(): void {
    this.pointMs += STEP_MS;
    this.points++;
    this.set();
  }

  /** Grid points so far, Unix seconds. */
  get seconds(): readonly number[] {
    return Array.from({ length: this.points }, (_, n) => this.pointMs / 1_000 - n * GRID_SECONDS).reverse();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private set(): void {
    writeFileSync(`${this.file}.new`, String(this.pointMs + BEHIND_MS - Date.now()));
    renameSync(`${this.file}.new`, this.file);
  }
}
