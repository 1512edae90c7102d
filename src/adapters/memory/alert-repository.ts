import type { Alert, AlertId, AlertState, FiredAlert } from '../../domain/alert/alert.js';
import { alertPlace, watchName } from '../../domain/alert/watch.js';
import type { Address } from '../../domain/shared/address.js';
import type { AlertRepository, ReachedWatch, WaitingWatch } from '../../ports/alerts.js';
import { newestFirst, type Session, type Tables } from './tables.js';

export class InMemoryAlertRepository implements AlertRepository {
  constructor(private readonly session: Session) {}

  insert(alert: Alert): Promise<void> {
    const copy = structuredClone(alert);
    return this.session.write(({ alerts }) => {
      if (alerts.get(alert.id) !== undefined) throw new Error(`alert ${alert.id} is already stored`);
      alerts.set(alert.id, copy);
    });
  }

  update(alert: Alert, from: AlertState): Promise<boolean> {
    const copy = structuredClone(alert);
    return this.session.write(({ alerts }) => {
      if (alerts.get(alert.id)?.state !== from) return false;
      alerts.set(alert.id, copy);
      return true;
    });
  }

  delete(id: AlertId): Promise<void> {
    return this.session.write(({ alerts }) => void alerts.delete(id));
  }

  findById(id: AlertId): Promise<Alert | undefined> {
    return this.session.read(({ alerts }) => alerts.get(id));
  }

  listByOwner(owner: Address): Promise<readonly Alert[]> {
    return this.session.read(({ alerts }) =>
      [...alerts.values()].filter((alert) => alert.owner === owner).sort(newestFirst),
    );
  }

  waiting(): Promise<readonly WaitingWatch[]> {
    return this.session.read((tables) => {
      const found = new Map<string, WaitingWatch>();
      for (const { alert, name, watch, level } of placesIn(tables)) {
        if (alert.state === 'fired') continue;
        const { armed, clearing } = found.get(name) ?? {};
        const isLower = armed === undefined || level < armed;
        const isHigher = clearing === undefined || level > clearing;
        found.set(name, {
          watch,
          ...(armed !== undefined && { armed }),
          ...(clearing !== undefined && { clearing }),
          ...(alert.state === 'armed' && isLower && { armed: level }),
          ...(alert.state === 'clearing' && isHigher && { clearing: level }),
        });
      }
      return [...found.values()];
    });
  }

  listReached(reached: readonly ReachedWatch[], limit: number): Promise<readonly Alert[]> {
    const levels = levelsByName(reached);
    return this.session.read((tables) =>
      placesIn(tables)
        .filter(({ alert, name, level }) => alert.state === 'armed' && level <= (levels.get(name) ?? -1n))
        .map(({ alert }) => alert)
        .slice(0, limit),
    );
  }

  arm(reached: readonly ReachedWatch[]): Promise<void> {
    const levels = levelsByName(reached);
    return this.session.write((tables) => {
      for (const { alert, name, level } of placesIn(tables)) {
        const highest = levels.get(name);
        if (alert.state === 'clearing' && highest !== undefined && level > highest)
          tables.alerts.set(alert.id, { ...alert, state: 'armed' });
      }
    });
  }

  async lastFiredAt(): Promise<Date | undefined> {
    const fired = await this.session.read(({ alerts }) =>
      [...alerts.values()].filter(hasFired).sort(byFiring),
    );
    return fired.at(-1)?.firing.at;
  }

  listFiredAfter(time: Date, limit: number, owner?: Address): Promise<readonly FiredAlert[]> {
    return this.session.read(({ alerts }) =>
      [...alerts.values()]
        .filter(hasFired)
        .filter((alert) => alert.firing.at > time && (owner === undefined || alert.owner === owner))
        .sort(byFiring)
        .slice(0, limit),
    );
  }
}

const hasFired = (alert: Alert): alert is FiredAlert => alert.firing !== undefined;

const byFiring = (a: FiredAlert, b: FiredAlert): number => a.firing.at.getTime() - b.firing.at.getTime();

const placesIn = ({ alerts }: Pick<Tables, 'alerts'>) =>
  [...alerts.values()].map((alert) => {
    const { watch, level } = alertPlace(alert.condition, alert.owner);
    return { alert, name: watchName(watch), watch, level };
  });

const levelsByName = (reached: readonly ReachedWatch[]): ReadonlyMap<string, bigint> =>
  new Map(reached.map(({ watch, level }) => [watchName(watch), level]));
