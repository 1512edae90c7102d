import { gridPointOf } from '../../src/domain/order/conditions/marks.js';
import { GRID_SECONDS } from '../../src/domain/price-series/price.js';
import { ok, unwrap } from '../../src/domain/shared/result.js';
import type { LatestPrices, NewMark, Ports } from '../../src/ports/index.js';
import type { NewDelivery } from '../../src/domain/webhook/delivery.js';
import { everywhere, over, type Defect } from './defect.js';

/** Ports whose prices are all taken for thick ones. */
const thick = (ports: Ports): Ports => ({
  ...ports,
  prices: over(ports.prices, {
    latest: async (now): Promise<LatestPrices> => {
      const latest = await ports.prices.latest(now);
      return { ...latest, prices: latest.prices.map((price) => ({ ...price, roundTripLoss: 0 })) };
    },
  }),
});

/** Whether the ports are those of a process that sends swaps. Recorders do not: they fire alerts. */
const isSender = ({ signers = [] }: Ports): boolean => signers.length > 0;

/** Ports whose marks are stored otherwise. */
const marksAs = (raise: (ports: Ports) => Ports['watermarks']['raise']): Defect => ({
  ports: (ports) => ({ ...ports, watermarks: over(ports.watermarks, { raise: raise(ports) }) }),
});

/** Defects in how trailing stops and alerts follow prices. */
export const PRICE_DEFECTS = {
  'marks are forgotten at a restart': marksAs(({ watermarks }) => {
    let isFirst = true;
    return (marks, before) => {
      const [newest] = marks;
      const from = isFirst && newest !== undefined ? newest.mark.at : before;
      if (newest !== undefined) isFirst = false;
      return watermarks.raise(marks, from);
    };
  }),
  'marks follow the price back': marksAs(({ watermarks }) => (marks, before) => {
    const points = marks.map(({ mark }: NewMark) => mark.at);
    return watermarks.raise(marks, Math.max(before, ...points));
  }),
  'marks are not moved while sending is paused': {
    ports: (ports) => {
      const isPaused = async () => (await ports.sendingSwitch.position())?.isPaused === true;
      const { watermarks } = ports;
      const groups = async () => ((await isPaused()) ? [] : watermarks.groups());
      return { ...ports, watermarks: over(watermarks, { groups }) };
    },
  },
  'marks are read too high': {
    ports: ({ watermarks, ...ports }) => {
      const list = async () =>
        (await watermarks.list()).map(({ group, marks }) => ({
          group,
          marks: marks.map(({ at, level }) => ({ at, level: group.direction === 'lt' ? 2n * level : level })),
        }));
      return { ...ports, watermarks: over(watermarks, { list }) };
    },
  },
  'a stop is reached at a thin price': { ports: (ports) => (isSender(ports) ? thick(ports) : ports) },
  'an alert fires at a thin price': { ports: (ports) => (isSender(ports) ? ports : thick(ports)) },
  'a process triggers by an older run': {
    ports: (ports) => {
      if (!isSender(ports)) return ports;
      const earlier = (now: Date) => new Date(now.getTime() - GRID_SECONDS * 1_000);
      const { clock, prices, watermarks } = ports;
      return {
        ...ports,
        prices: over(prices, { latest: (now) => prices.latest(earlier(now)) }),
        // It does not learn of later runs by their marks.
        watermarks: over(watermarks, {
          list: async () => {
            const newest = gridPointOf(earlier(clock.now()));
            const known = await watermarks.list();
            return known.map(({ group, marks }) => ({
              group,
              marks: marks.filter(({ at }) => at <= newest),
            }));
          },
        }),
      };
    },
  },
  'an alert fires twice': {
    ports: (ports) =>
      everywhere(ports, ({ alerts }) => ({
        alerts: over(alerts, {
          update: async (alert, from) => {
            const { state } = (await alerts.findById(alert.id)) ?? {};
            return state === undefined ? false : alerts.update(alert, from === 'armed' ? state : from);
          },
        }),
      })),
  },
  'an alert is armed again while it is true': {
    ports: (ports) =>
      everywhere(ports, ({ alerts }) => ({
        alerts: over(alerts, {
          update: (alert, from) =>
            alerts.update(alert.state === 'clearing' ? { ...alert, state: 'armed' } : alert, from),
        }),
      })),
  },
  'an alert is lost at a crash': {
    ports: (ports) => ({
      ...ports,
      unitOfWork: over(ports.unitOfWork, {
        run: async (work) => {
          const later: NewDelivery[] = [];
          const result = await ports.unitOfWork.run((storage) =>
            work({
              ...storage,
              webhookDeliveries: over(storage.webhookDeliveries, {
                add: async (deliveries) => {
                  const isAlert = (delivery: NewDelivery) => delivery.type === 'alert.fired';
                  later.push(...deliveries.filter(isAlert));
                  await storage.webhookDeliveries.add(deliveries.filter((each) => !isAlert(each)));
                },
              }),
            }),
          );
          if (later.length > 0)
            unwrap(
              await ports.unitOfWork.run<void, never>(async (storage) => {
                await storage.webhookDeliveries.add(later);
                return ok();
              }),
            );
          return result;
        },
      }),
    }),
  },
  'alerts that were made later are not looked at': {
    ports: (ports) => {
      let known: ReturnType<Ports['alerts']['waiting']> | undefined;
      const waiting = async () => {
        const found = known === undefined ? await ports.alerts.waiting() : await known;
        if (found.length > 0) known ??= Promise.resolve(found);
        return found;
      };
      return { ...ports, alerts: over(ports.alerts, { waiting }) };
    },
  },
} satisfies Readonly<Record<string, Defect>>;
