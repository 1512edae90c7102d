import { ContainerModule } from 'inversify';
import { bindResource, PORT, token } from '../../../adapters/inversify/index.js';
import { asOwnWork } from '../../../adapters/typeorm/index.js';
import type { Ports } from '../../../ports/index.js';
import { GRID_SECONDS, gridPointAt } from '../../../domain/price-series/price.js';
import { devnetRegistry } from '../../devnet/index.js';
import type { Log } from '../../run/log.js';
import { repeat } from '../../run/repeat.js';
import { hasDevnet, type Config } from '../config.js';
import { LOG } from '../observation-module.js';
import { fillHistory } from './fill-history.js';

/** Work that gives a new devnet its made-up history, once the server is ready. */
export const DEVNET_HISTORY = token<() => Promise<void>>('devnet-history');

/** Interval of looking for the first recorded prices, ms. */
const LOOK_MS = 250;
/** Seed of `demo history` without options, so that both make the same prices. */
const SEED = 1;

/** Module of {@link startHistory}, for a process with an embedded devnet; it does nothing in any other. */
export const historyModule = (config: Config): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bindResource(bind, DEVNET_HISTORY, {
      needs: [PORT.prices, PORT.priceArchive, PORT.clock, PORT.hasher, LOG],
      open: (prices, priceArchive, clock, hasher, log) => {
        const days = hasDevnet(config) && config.roles.includes('recorder') ? config.devnetHistoryDays : 0;
        const ports = { prices, priceArchive, clock, hasher };
        return days === 0 ? async () => undefined : asOwnWork(() => startHistory(ports, { days, log }));
      },
      close: (stop) => asOwnWork(stop),
    });
  });

type HistoryPorts = Pick<Ports, 'prices' | 'priceArchive' | 'clock' | 'hasher'>;

/**
 * Fills the days before the first recorded prices with made-up ones, as soon as the recorder has recorded those. A database that has
 * older ones is not new, and stays as it is. The returned function prevents that, or waits for it.
 */
export function startHistory(
  ports: HistoryPorts,
  { days, log, lookMs = LOOK_MS }: { readonly days: number; readonly log: Log; readonly lookMs?: number },
): () => Promise<void> {
  const { prices, clock } = ports;
  // The first prices may be of the grid point before, when the start took longer than the rest of its five minutes.
  const newSince = gridPointAt(clock.now()).getTime() / 1_000 - GRID_SECONDS;
  const look = async () => {
    const { run } = await prices.latest(clock.now());
    if (run === undefined) return;
    void stop();
    const older = await prices.points(devnetRegistry().sbtc, 0, newSince);
    if (older.length > 0) return;
    const filled = await fillHistory(ports, { days, seed: SEED });
    if (filled !== undefined) log.info(filled, 'made-up prices of the days before are stored');
  };
  const onError = (error: unknown) => log.error({ err: error }, 'the devnet has no made-up prices');
  const stop = repeat(look, { pauseMs: lookMs, onError });
  return stop;
}
