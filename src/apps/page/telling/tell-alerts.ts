import { signal } from '@preact/signals';
import type { Alert, Client } from '../../../sdk/client/index.js';
import { firingText } from '../alerts/alert-words.js';
import { balanceName, listedWords } from '../live/token-names.js';
import { href } from '../route.js';
import { isFree } from '../wallet/kept-messages.js';
import { announce } from './announce.js';
import { lookAgain } from './look-again.js';

/** Kind of read whose message the wallet signs for alerts. */
export const ALERTS = 'alerts';
/** The alerts as last looked at; undefined before. */
export const alertsNow = signal<readonly Alert[] | undefined>(undefined);

/** Pause between two looks, ms, as long as the server's own. */
const AGAIN_MS = 15_000;

/** Announces the wallet's alerts as they fire, while the wallet need not be asked, until the signal ends it. */
export async function tellAlerts(client: Client, ended: AbortSignal): Promise<void> {
  let since = new Date().toISOString();
  const tell = async () => {
    if (!isFree(client, ALERTS, Date.now())) return;
    const alerts = await client.alerts.list({ signal: ended });
    alertsNow.value = alerts;
    const fired = alerts.filter(({ firedAt }) => firedAt !== null && firedAt > since);
    for (const alert of fired) tellOf(alert);
    since = fired.reduce((last, { firedAt }) => (firedAt! > last ? firedAt! : last), since);
  };
  await lookAgain(tell, AGAIN_MS, ended);
}

function tellOf(alert: Alert): void {
  const text = firingText(alert, listedWords.peek(), balanceName(alert.token));
  announce({ id: `${alert.id} ${alert.firedAt}`, isGood: true, text, to: href('alerts') });
}
