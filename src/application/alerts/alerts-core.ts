import type { Ports } from '../../ports/index.js';
import type { PriceListCache } from '../prices/price-list-cache.js';
import type { CoreSettings } from '../settings.js';
import type { makeReadBalances } from '../wallets/read-balances.js';
import { makeFireAlerts } from './fire-alerts.js';
import { makeManageAlerts } from './manage-alerts.js';
import { makeSight } from './sight.js';

export type { CreateAlertError, OwnedAlertError } from './manage-alerts.js';

interface Parts {
  readonly prices: Pick<PriceListCache, 'current' | 'list' | 'refresh'>;
  readonly readBalances: ReturnType<typeof makeReadBalances>;
}

/** Alerts of owners: their management, and the background work that fires them. */
export function makeAlerts(ports: Ports, { prices, readBalances }: Parts, settings: CoreSettings) {
  const sight = makeSight({ clock: ports.clock, store: ports.prices, prices, readBalances }, settings);
  return {
    ...makeManageAlerts(ports, { sight }, settings),
    /** Fires the alerts that are true. Call it every few seconds; any number of processes may. */
    fireDue: makeFireAlerts(ports, { sight }),
  } as const;
}
