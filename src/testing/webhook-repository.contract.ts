import { describe, expect, it } from './framework.js';
import { err } from '../domain/shared/result.js';
import type { Webhook } from '../domain/webhook/webhook.js';
import type { WebhookRepository } from '../ports/webhooks.js';
import { AN_OPERATOR, AN_OWNER, ANOTHER_OWNER, T0, at } from './builders.js';
import type { StorageAccess } from '../ports/index.js';
import { openEach, type StorageHarness } from './harness.js';
import { aDelivery, aSecret, aWebhook, webhookIdOf } from './webhooks.js';

const idsOf = (webhooks: readonly Webhook[]) => webhooks.map(({ id }) => id);

export function webhookRepositoryContract(harness: StorageHarness): void {
  describe(`WebhookRepository: ${harness.name}`, () => {
    let ports: StorageAccess;
    let webhooks: WebhookRepository;
    openEach(harness, (opened) => {
      ports = opened;
      webhooks = ports.webhooks;
    });

    const full = aWebhook(1, {
      terms: {
        url: 'https://example.org/hook?token=a%20b',
        eventTypes: ['order.confirmed', 'order.swap-stored'],
        strategyId: 'dca "1" ✓',
      },
      previous: { secret: aSecret(9), until: at(1) },
      since: 9_007_199_254_740_991,
      failingSince: at(2),
      disabled: { at: at(3), reason: 'failing' },
    });

    it('returns every field of a webhook as it was stored, and undefined for an unknown id', async () => {
      await webhooks.insert(full);
      await webhooks.insert(aWebhook(2));
      expect(await webhooks.findById(webhookIdOf(1))).toStrictEqual(full);
      expect(await webhooks.findById(webhookIdOf(2))).toStrictEqual(aWebhook(2));
      expect(await webhooks.findById(webhookIdOf(3))).toBeUndefined();
    });

    it('throws for an id that is taken, and keeps the first webhook', async () => {
      await webhooks.insert(aWebhook(1));
      await expect(webhooks.insert(full)).rejects.toThrow();
      expect(await webhooks.listByOwner(AN_OWNER)).toStrictEqual([aWebhook(1)]);
    });

    it('replaces all fields in an update, and stores nothing for an unknown id', async () => {
      await webhooks.insert(full);
      await webhooks.update(aWebhook(1));
      expect(await webhooks.findById(webhookIdOf(1))).toStrictEqual(aWebhook(1));
      await webhooks.update(aWebhook(2));
      expect(await webhooks.findById(webhookIdOf(2))).toBeUndefined();
    });

    it('lists an owner’s webhooks, including disabled ones, newest first', async () => {
      const disabled = { at: T0, reason: 'gone' } as const;
      await webhooks.insert(aWebhook(3, { createdAt: at(1) }));
      await webhooks.insert(aWebhook(1, { createdAt: at(2), disabled }));
      await webhooks.insert(aWebhook(2, { createdAt: at(2) }));
      await webhooks.insert(aWebhook(4, { owner: AN_OPERATOR }));
      expect(idsOf(await webhooks.listByOwner(AN_OWNER))).toEqual([2, 1, 3].map(webhookIdOf));
    });

    it('lists all webhooks by id, a page at a time', async () => {
      for (const n of [3, 1, 2])
        await webhooks.insert(aWebhook(n, { owner: n === 1 ? AN_OPERATOR : AN_OWNER }));
      expect(idsOf(await webhooks.listBehind(undefined, 2))).toEqual([1, 2].map(webhookIdOf));
      expect(idsOf(await webhooks.listBehind(webhookIdOf(2), 2))).toEqual([webhookIdOf(3)]);
    });

    it('lists the enabled webhooks of several owners', async () => {
      expect(await webhooks.oldestSince()).toBeUndefined();
      await webhooks.insert(full);
      expect(await webhooks.oldestSince()).toBeUndefined();
      await webhooks.insert(aWebhook(2, { since: 9 }));
      await webhooks.insert(aWebhook(3, { owner: ANOTHER_OWNER, since: 9_007_199_254_740_991 }));
      expect(await webhooks.oldestSince()).toBe(9);
      await webhooks.insert(aWebhook(4, { owner: AN_OPERATOR }));
      expect(await webhooks.oldestSince()).toBe(0);
      const found = await webhooks.listEnabled([ANOTHER_OWNER, AN_OWNER]);
      expect(idsOf(found).toSorted()).toEqual([2, 3].map(webhookIdOf));
      expect(await webhooks.listEnabled([])).toEqual([]);
    });

    it('deletes a webhook with its deliveries, and no other', async () => {
      for (const n of [1, 2]) await webhooks.insert(aWebhook(n));
      const { webhookDeliveries } = ports;
      await webhookDeliveries.add([aDelivery(1), aDelivery(2, { webhook: 2 })]);
      await webhooks.delete(webhookIdOf(1));
      expect(idsOf(await webhooks.listByOwner(AN_OWNER))).toEqual([webhookIdOf(2)]);
      expect(await webhookDeliveries.list({ webhookId: webhookIdOf(1), limit: 9 })).toEqual([]);
      expect(await webhookDeliveries.list({ webhookId: webhookIdOf(2), limit: 9 })).toHaveLength(1);
    });

    it('keeps nothing of a unit of work that fails', async () => {
      await ports.unitOfWork.run(async (unit) => {
        await unit.webhooks.insert(aWebhook(1));
        await unit.webhookDeliveries.add([aDelivery(1)]);
        await unit.webhookDeliveries.moveCursor(7);
        return err('rolled back');
      });
      expect(await webhooks.findById(webhookIdOf(1))).toBeUndefined();
      expect(await ports.webhookDeliveries.countWaiting()).toBe(0);
      expect(await ports.webhookDeliveries.cursor()).toBeUndefined();
    });
  });
}
