import { devnetRegistry } from '../../devnet/index.js';
import { importLines, type ImportReport, type PriceLine } from '../../../application/prices/import-lines.js';
import { DAY_SECONDS, GRID_SECONDS, gridPointAt } from '../../../domain/price-series/price.js';
import type { Ports } from '../../../ports/index.js';
import { madeUpPrices, type Anchor, type MadeUpOptions } from './made-up-prices.js';

export interface HistoryOptions {
  /** Days that the history reaches back from now. */
  readonly days: number;
  readonly seed: number;
  /** Called after each batch with the prices done and those in all. */
  readonly progress?: ((report: ImportReport, total: number) => void) | undefined;
}

/** Prices that a history has added. */
export interface FilledHistory {
  readonly added: number;
  /** Time of the oldest. */
  readonly since: Date;
}

type HistoryPorts = Pick<Ports, 'prices' | 'priceArchive' | 'clock' | 'hasher'>;

/**
 * Fills the time before a devnet's first recorded prices with made-up prices that lead up to them, so that charts are not empty.
 * Stored prices never change: a repeated run only adds missing ones. Undefined if none is missing.
 *
 * @throws if the server has not recorded prices yet, or if the database has prices of another network.
 */
export async function fillHistory(
  ports: HistoryPorts,
  { days, seed, progress }: HistoryOptions,
): Promise<FilledHistory | undefined> {
  const now = ports.clock.now();
  const from = gridPointAt(now).getTime() / 1_000 - days * DAY_SECONDS;
  const first = await firstPrices(ports, from, now);
  const steps = (first.until - from) / GRID_SECONDS;
  if (steps === 0) return undefined;
  const { added } = await importLines(ports, linesOf({ ...first, steps, seed }), {
    snap: false,
    // No item can be refused: the prices are valid and their times are free.
    refused: async () => undefined,
    progress: (report) => progress?.(report, steps * first.anchors.length),
  });
  return { added, since: new Date(from * 1_000) };
}

/**
 * Returns the first prices stored since `from`.
 *
 * @throws if there are none, or if some are for tokens that are not the devnet's.
 */
async function firstPrices(
  { prices }: Pick<Ports, 'prices'>,
  from: number,
  now: Date,
): Promise<Pick<MadeUpOptions, 'anchors' | 'btcToken' | 'btcUsd' | 'until'>> {
  const registry = devnetRegistry();
  const tokens = new Map(registry.tokens.map((token) => [token.contractId, token]));
  const latest = await prices.latest(now);
  const other = latest.prices.find(({ token }) => !tokens.has(token));
  if (other !== undefined)
    throw new Error(`the database has prices of ${other.token}, which is no token of the devnet`);
  const end = now.getTime() / 1_000 + 1;
  const [first] = await prices.points(registry.sbtc, from, end);
  if (first === undefined)
    throw new Error('no prices are recorded yet: start the server on this database once');
  const until = first.time;
  const anchors: Anchor[] = [];
  for (const { token } of latest.prices) {
    const [point] = await prices.points(token, until, end);
    if (point !== undefined) anchors.push({ token, usd: point.usd, base: tokens.get(token)?.base });
  }
  return { anchors, btcToken: registry.sbtc, btcUsd: first.btcUsd, until };
}

async function* linesOf(options: MadeUpOptions): AsyncIterable<PriceLine> {
  let line = 0;
  for (const { time, token, usd, btcUsd } of madeUpPrices(options))
    yield { line: ++line, time: String(time), contractId: token, usd: String(usd), btcUsd: String(btcUsd) };
}
