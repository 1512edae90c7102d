import { describe, expect, it } from './framework.js';
import type { Alert } from '../domain/alert/alert.js';
import type { AlertCondition } from '../domain/alert/condition.js';
import { alertPlace } from '../domain/alert/watch.js';
import { ok } from '../domain/shared/result.js';
import type { AlertRepository, StorageAccess } from '../ports/index.js';
import { AN_OWNER, ANOTHER_OWNER, at } from './builders.js';
import { above, alertIdOf, anAlert } from './alerts.js';
import { openEach, type StorageHarness } from './harness.js';
import { tokenNo } from './price-runs.js';
import { aDelivery, aWebhook } from './webhooks.js';

const reached = (condition: AlertCondition) => [alertPlace(condition, AN_OWNER)];
const idsOf = (alerts: readonly Alert[]) => alerts.map(({ id }) => Number(`0x${id}`));

export function alertsContract(harness: StorageHarness): void {
  describe(`AlertRepository: ${harness.name}`, () => {
    let ports: StorageAccess;
    let alerts: AlertRepository;
    openEach(harness, (opened) => {
      ports = opened;
      alerts = ports.alerts;
    });
    const insertAll = async (...all: readonly Alert[]) => {
      for (const alert of all) await alerts.insert(alert);
    };

    const full = anAlert(1, {
      condition: { kind: 'move', token: tokenNo(2), bps: 500, seconds: 3_600 },
      note: 'Bücher "1" ✓',
      state: 'fired',
      firing: { at: at(7), value: '-512' },
    });

    it('returns every field of an alert as it was stored, and undefined for an unknown id', async () => {
      const balance = { kind: 'balance', token: tokenNo(1), direction: 'below', amount: '9' } as const;
      const plain = anAlert(2, { condition: balance, firing: { at: at(8) } });
      await insertAll(full, plain);
      expect(await alerts.findById(alertIdOf(1))).toStrictEqual(full);
      expect(await alerts.findById(alertIdOf(2))).toStrictEqual(plain);
      expect(await alerts.findById(alertIdOf(3))).toBeUndefined();
    });

    it('throws for an id that is taken, and keeps the first alert', async () => {
      await alerts.insert(full);
      await expect(alerts.insert(anAlert(1))).rejects.toThrow();
      expect(await alerts.findById(alertIdOf(1))).toStrictEqual(full);
    });

    it('lists an owner’s alerts newest first, and none that was deleted', async () => {
      await insertAll(
        anAlert(1, { createdAt: at(1) }),
        anAlert(2),
        anAlert(3),
        anAlert(4, { owner: ANOTHER_OWNER }),
      );
      expect(idsOf(await alerts.listByOwner(AN_OWNER))).toEqual([1, 3, 2]);
      await alerts.delete(alertIdOf(3));
      await alerts.delete(alertIdOf(9));
      expect(idsOf(await alerts.listByOwner(AN_OWNER))).toEqual([1, 2]);
    });

    it('updates an alert only while it is in the named state', async () => {
      await alerts.insert(anAlert(1));
      const fired: Alert = anAlert(1, { state: 'fired', firing: { at: at(1), value: '1' } });
      expect(await alerts.update(fired, 'armed')).toBe(true);
      expect(await alerts.update(anAlert(1), 'armed')).toBe(false);
      expect(await alerts.update(anAlert(2), 'armed')).toBe(false);
      expect(await alerts.findById(alertIdOf(1))).toStrictEqual(fired);
    });

    it('groups waiting alerts by their watch, with the lowest armed and the highest clearing level', async () => {
      expect(await alerts.waiting()).toEqual([]);
      await insertAll(
        anAlert(9),
        anAlert(10),
        anAlert(3, { state: 'clearing' }),
        anAlert(20, { state: 'clearing' }),
        anAlert(1, { state: 'fired' }),
        anAlert(2, { state: 'fired', condition: { kind: 'stale', token: tokenNo(3) } }),
        anAlert(5, { condition: { kind: 'thin', token: tokenNo(3) } }),
      );
      const found = await alerts.waiting();
      const place = (n: number) => alertPlace(above(`${n}`), AN_OWNER);
      const price = { watch: place(9).watch, armed: place(9).level, clearing: place(20).level };
      expect(found.find(({ watch }) => watch.kind === 'price')).toStrictEqual(price);
      const thin = { watch: { kind: 'thin', token: tokenNo(3) }, armed: 0n };
      expect(found.find(({ watch }) => watch.kind === 'thin')).toStrictEqual(thin);
      expect(found).toHaveLength(2);
    });

    it('lists the armed alerts that are reached, of the watch alone and up to the limit', async () => {
      const other = anAlert(4, { condition: above('1', tokenNo(2)) });
      await insertAll(...[8, 9, 10, 100].map((n) => anAlert(n)), other, anAlert(7, { state: 'clearing' }));
      expect(idsOf(await alerts.listReached(reached(above('10')), 9)).toSorted((a, b) => a - b)).toEqual([
        8, 9, 10,
      ]);
      const both = [...reached(above('8.5')), ...reached(above('1', tokenNo(2)))];
      expect(idsOf(await alerts.listReached(both, 9)).toSorted()).toEqual([4, 8]);
      expect(await alerts.listReached(both, 1)).toHaveLength(1);
      expect(await alerts.listReached([{ watch: both[0]!.watch, level: -1n }], 9)).toEqual([]);
      expect(await alerts.listReached([], 9)).toEqual([]);
    });

    it('arms the clearing alerts beyond what is reached, and no others', async () => {
      const clearing = [8, 9, 10].map((n) => anAlert(n, { state: 'clearing' }));
      const flag = anAlert(1, { state: 'clearing', condition: { kind: 'stale', token: tokenNo(1) } });
      await insertAll(...clearing, flag, anAlert(20, { state: 'fired' }));
      await alerts.arm([
        ...reached(above('9')),
        { watch: alertPlace(flag.condition, AN_OWNER).watch, level: -1n },
      ]);
      const states = await Promise.all([8, 9, 10, 1, 20].map((n) => alerts.findById(alertIdOf(n))));
      expect(states.map((alert) => alert?.state)).toEqual([
        'clearing',
        'clearing',
        'armed',
        'armed',
        'fired',
      ]);
      await alerts.arm([]);
    });

    it('lists firings after a time in their order, also of alerts that were armed again', async () => {
      expect(await alerts.lastFiredAt()).toBeUndefined();
      const fired = (n: number, ms: number, more: Partial<Alert> = {}) =>
        anAlert(n, { state: 'fired', firing: { at: at(ms) }, ...more });
      await insertAll(fired(1, 30), fired(2, 10), fired(3, 20, { state: 'armed' }), anAlert(4));
      await insertAll(fired(5, 25, { owner: ANOTHER_OWNER }));
      expect(await alerts.lastFiredAt()).toEqual(at(30));
      expect(idsOf(await alerts.listFiredAfter(at(10), 9))).toEqual([3, 5, 1]);
      expect(idsOf(await alerts.listFiredAfter(at(0), 2))).toEqual([2, 3]);
      expect(idsOf(await alerts.listFiredAfter(at(10), 9, AN_OWNER))).toEqual([3, 1]);
    });

    it('lets one of many processes that race fire an alert, whose delivery is stored with it', async () => {
      await alerts.insert(anAlert(1));
      await ports.webhooks.insert(aWebhook(1));
      const firing = { at: at(5), value: '2' };
      const fired = { ...anAlert(1), state: 'fired' as const, firing };
      const fire = (n: number) =>
        ports.unitOfWork.run<boolean, never>(async (tx) => {
          await tx.lock('alert-firings');
          const isFirst = await tx.alerts.update(fired, 'armed');
          const event = { alert: fired, position: at(5).getTime() };
          if (isFirst) await tx.webhookDeliveries.add([aDelivery(n, { type: 'alert.fired', event })]);
          return ok(isFirst);
        });
      const results = await Promise.all(Array.from({ length: 8 }, (_, n) => fire(n)));
      expect(results.filter((each) => each.ok && each.value)).toHaveLength(1);
      const deliveries = await ports.webhookDeliveries.list({ webhookId: aWebhook(1).id, limit: 9 });
      expect(deliveries.map(({ event }) => event)).toStrictEqual([
        { alert: fired, position: at(5).getTime() },
      ]);
    });
  });
}
