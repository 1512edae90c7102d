import { ALERT_FIRED, fireAlert, type Alert, type FiredAlert } from '../../domain/alert/alert.js';
import type { AlertReach } from '../../domain/alert/reach.js';
import { alertPlace, watchName, type Watch } from '../../domain/alert/watch.js';
import { ok, unwrap } from '../../domain/shared/result.js';
import { nextTryOf } from '../../domain/webhook/attempt.js';
import { deliveryIdOf, type NewDelivery } from '../../domain/webhook/delivery.js';
import { hostOf } from '../../domain/webhook/url.js';
import { ID_BYTES, wantsAlerts, type Webhook } from '../../domain/webhook/webhook.js';
import type { Ports, ReachedWatch, Transaction, WaitingWatch } from '../../ports/index.js';
import type { Sight } from './sight.js';
import { makeTakeTurns } from './take-turns.js';

/** Number of alerts fired in one transaction. */
const BATCH = 100;

const FIRINGS_LOCK = 'alert-firings';

/** Result of one look at the alerts. */
export interface FiredAlerts {
  readonly fired: number;
}

type Needs = Pick<Ports, 'alerts' | 'clock' | 'databaseHome' | 'secrets' | 'unitOfWork'>;

/** A watch whose armed alerts are true up to a level. */
interface Due extends ReachedWatch {
  readonly reach: AlertReach;
}

/**
 * Fires the armed alerts that are true, and arms the clearing ones that are not. Any number of processes may do so at any time: a
 * firing is stored together with its deliveries to webhooks, and changes an alert only if it is still armed, so each fires once and a
 * restart loses nothing. While nothing is reached, a look costs one statement.
 */
export const makeFireAlerts = (ports: Needs, { sight }: { readonly sight: Sight }) => {
  const { alerts, clock, databaseHome, secrets, unitOfWork } = ports;
  const takeTurns = makeTakeTurns(clock);

  /** Looks at the watches one after another, so that reads of balances and histories do not crowd out others. */
  const look = async (waiting: readonly WaitingWatch[]) => {
    const list = await sight.prices();
    const watches = waiting.map(({ watch }) => watch);
    const [due, cleared]: [Due[], ReachedWatch[]] = [[], []];
    for (const { watch, armed, clearing } of waiting) {
      const found = await sight.newest(watch, watches, list);
      if (found === undefined) continue;
      if (clearing !== undefined && clearing > found.level) cleared.push({ watch, level: found.level });
      if (armed === undefined || armed > found.level) continue;
      const reach = await sight.confirmed(watch, found, list);
      if (reach !== undefined && armed <= reach.level) due.push({ watch, level: reach.level, reach });
    }
    return { due, cleared };
  };

  const fireAll = async (due: readonly Due[]): Promise<number> => {
    const reaches = new Map(due.map(({ watch, reach }) => [watchName(watch), reach]));
    let fired = 0;
    for (;;) {
      const reached = await alerts.listReached(due, BATCH);
      fired += await fire(reached, (watch) => reaches.get(watchName(watch))!);
      if (reached.length < BATCH) return fired;
    }
  };

  /** Fires those of the alerts that are still armed. Returns how many they were. */
  const fire = async (reached: readonly Alert[], reachOf: (watch: Watch) => AlertReach): Promise<number> => {
    if (reached.length === 0) return 0;
    const stored = await unitOfWork.run<number, never>(async (storage) => {
      await storage.lock(FIRINGS_LOCK);
      const last = (await storage.alerts.lastFiredAt())?.getTime() ?? 0;
      let next = Math.max(clock.now().getTime(), last + 1);
      const fired: FiredAlert[] = [];
      for (const alert of reached) {
        const { watch } = alertPlace(alert.condition, alert.owner);
        const now = fireAlert(alert, reachOf(watch), new Date(next));
        if (!(await storage.alerts.update(now, 'armed'))) continue;
        fired.push(now);
        next++;
      }
      await storage.webhookDeliveries.add(await deliveriesOf(fired, storage));
      return ok(fired.length);
    });
    return unwrap(stored);
  };

  const deliveriesOf = async (
    fired: readonly FiredAlert[],
    { webhooks }: Pick<Transaction, 'webhooks'>,
  ): Promise<readonly NewDelivery[]> => {
    const now = clock.now();
    const enabled = await webhooks.listEnabled([...new Set(fired.map(({ owner }) => owner))]);
    const deliveryOf = (alert: FiredAlert, webhook: Webhook): NewDelivery => ({
      id: deliveryIdOf(secrets.bytes(ID_BYTES)),
      webhookId: webhook.id,
      host: hostOf(new URL(webhook.terms.url)),
      type: ALERT_FIRED,
      event: { alert, position: alert.firing.at.getTime() },
      createdAt: now,
      ...(webhook.failingSince !== undefined && { notBefore: nextTryOf(webhook, now) }),
    });
    return fired.flatMap((alert) =>
      enabled
        .filter((webhook) => webhook.owner === alert.owner && wantsAlerts(webhook))
        .map((webhook) => deliveryOf(alert, webhook)),
    );
  };

  return async (): Promise<FiredAlerts> => {
    const waiting = takeTurns(await alerts.waiting());
    // A copy of the database must not send what the database sends.
    if (waiting.length === 0 || (await databaseHome.displaced()) !== undefined) return { fired: 0 };
    const { due, cleared } = await look(waiting);
    if (cleared.length > 0) await alerts.arm(cleared);
    return { fired: due.length === 0 ? 0 : await fireAll(due) };
  };
};
