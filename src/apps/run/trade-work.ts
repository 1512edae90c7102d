import type { TradesCore } from '../../application/trades/trades-core.js';
import { SILENT } from './log.js';
import type { LoopOptions } from './housekeeping.js';
import { repeat } from './repeat.js';

const CHECK_MS = 1_000;
/** Number of blocks behind the chain from which on the recorder says that it is catching up. */
const FAR_BEHIND = 20;

/**
 * Records the trades of new blocks, every second by default. Logs one warning per outage. The returned function stops the loop and
 * waits for the current look.
 *
 * @example const stop = startTradeRecorder(core.trades, { intervalMs: 5_000 });
 */
export function startTradeRecorder(
  trades: Pick<TradesCore, 'record'>,
  { log = SILENT, intervalMs = CHECK_MS }: LoopOptions = {},
): () => Promise<void> {
  let isLost = false;
  let isFarBehind = false;
  const record = async () => {
    const recorded = await trades.record();
    if (recorded.ok === isLost) {
      if (recorded.ok) log.info({}, 'trades are recorded again');
      else log.warn(recorded.error, 'trades cannot be read; they will be recorded later');
    }
    isLost = !recorded.ok;
    if (!recorded.ok) return;
    const { behind, replaced } = recorded.value;
    if (replaced > 0)
      log.info({ replaced }, 'the chain has replaced blocks; those that replace them are recorded');
    if (behind >= FAR_BEHIND && !isFarBehind)
      log.info({ behind }, 'trades of missed blocks are being recorded');
    if (behind === 0 && isFarBehind) log.info({}, 'trades of all missed blocks are recorded');
    isFarBehind = behind > 0 && (isFarBehind || behind >= FAR_BEHIND);
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'recording trades failed and will be retried');
  return repeat(record, { pauseMs: intervalMs, onError });
}
