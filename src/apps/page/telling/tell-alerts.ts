import { signal } from '@preact/signals';
import type { Alert, Client } from '../../../sdk/client/index.js';
import { firingText } from '../alerts/alert-words.js';
import { listedWords } from '../live/token-names.js';
import { href } from '../route.js';
import { announce } from './announce.js';

/** The alert that fired last while alerts were followed here. */
export const firings = signal<Alert | undefined>(undefined);
/** Whether this tab hears of alerts. */
export const hearsAlerts = signal(false);

/**
 * Announces the wallet's alerts as they fire, until the signal ends it or a connection is lost: the wallet signs each connection, and
 * must not be asked unawares.
 */
export async function tellAlerts(client: Client, ended: AbortSignal): Promise<void> {
  const own = new AbortController();
  const signal = AbortSignal.any([ended, own.signal]);
  hearsAlerts.value = true;
  try {
    for await (const alert of client.alerts.follow({ signal, onTrouble: () => own.abort() })) {
      firings.value = alert;
      const words = listedWords.peek();
      const id = `${alert.id} ${alert.firedAt}`;
      announce({ id, isGood: true, text: firingText(alert, words), to: href('alerts') });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    hearsAlerts.value = false;
  }
}
