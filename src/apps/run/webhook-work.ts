import type { Core } from '../../application/core.js';
import type { Clock } from '../../ports/index.js';
import { SILENT, type Log } from './log.js';
import { repeatWhenDue } from './repeat.js';

/** Options of {@link startWebhooks}. */
export interface WebhookWorkOptions {
  readonly clock: Clock;
  /** Nothing is logged if absent. */
  readonly log?: Log;
  /** Maximum time between two checks for new events, milliseconds. Default 2,000. */
  readonly intervalMs?: number;
}

const INTERVAL_MS = 2_000;
/** Time in ms for which events are collected, to be read together. */
const GATHER_MS = 50;
/** Maximum number of batches of events to read before due deliveries are sent. */
const BATCHES = 10;

/**
 * Turns events of orders into deliveries to webhooks, and sends those that are due: soon after an event was stored, when a pause
 * ends, and at least every `intervalMs`. The returned function stops the loop and interrupts attempts in progress, which the next
 * process repeats.
 *
 * @example const stop = startWebhooks(core.webhooks.sending, { clock });
 */
export function startWebhooks(
  sending: Core['webhooks']['sending'],
  { clock, log = SILENT, intervalMs = INTERVAL_MS }: WebhookWorkOptions,
): () => Promise<void> {
  const run = async () => {
    let hasMore = true;
    for (let n = 0; n < BATCHES && hasMore; n++) {
      const { added, hasMore: isBehind } = await sending.addDeliveries();
      if (added > 0) log.debug({ added }, 'deliveries to webhooks added');
      hasMore = isBehind;
    }
    const nextAt = await sending.sendDue();
    return hasMore ? clock.now() : nextAt;
  };
  const loop = repeatWhenDue(run, {
    intervalMs,
    clock,
    onError: (error) => log.error({ err: error }, 'sending to webhooks failed and will be retried'),
  });
  const stopListening = [
    sending.onEvents(() => loop.wake(new Date(clock.now().getTime() + GATHER_MS))),
    sending.onEnded(() => loop.wake(clock.now())),
  ];
  return async () => {
    stopListening.forEach((stop) => stop());
    await loop.stop();
    await sending.stop();
  };
}
