import type { Address } from '../../domain/shared/address.js';
import type { Webhook, WebhookId } from '../../domain/webhook/webhook.js';
import type { WebhookRepository } from '../../ports/webhooks.js';
import { behind, deleteWhere, newestFirst, type Session } from './tables.js';

export class InMemoryWebhookRepository implements WebhookRepository {
  constructor(private readonly session: Session) {}

  insert(webhook: Webhook): Promise<void> {
    const copy = structuredClone(webhook);
    return this.session.write(({ webhooks }) => {
      if (webhooks.get(webhook.id) !== undefined) throw new Error(`webhook ${webhook.id} is already stored`);
      webhooks.set(webhook.id, copy);
    });
  }

  update(webhook: Webhook): Promise<void> {
    const copy = structuredClone(webhook);
    return this.session.write(({ webhooks }) => {
      if (webhooks.get(webhook.id) !== undefined) webhooks.set(webhook.id, copy);
    });
  }

  delete(id: WebhookId): Promise<void> {
    return this.session.write(({ webhooks, webhookDeliveries }) => {
      webhooks.delete(id);
      deleteWhere(webhookDeliveries, ({ webhookId }) => webhookId === id);
    });
  }

  findById(id: WebhookId): Promise<Webhook | undefined> {
    return this.session.read(({ webhooks }) => webhooks.get(id));
  }

  listByOwner(owner: Address): Promise<readonly Webhook[]> {
    return this.session.read(({ webhooks }) =>
      [...webhooks.values()].filter((webhook) => webhook.owner === owner).sort(newestFirst),
    );
  }

  listBehind(id: WebhookId | undefined, limit: number): Promise<readonly Webhook[]> {
    return this.session.read(({ webhooks }) => behind(webhooks, id, limit));
  }

  listEnabled(owners: readonly Address[]): Promise<readonly Webhook[]> {
    return this.session.read(({ webhooks }) =>
      [...webhooks.values()].filter(
        ({ owner, disabled }) => disabled === undefined && owners.includes(owner),
      ),
    );
  }

  oldestSince(): Promise<number | undefined> {
    return this.session.read(({ webhooks }) => {
      const enabled = [...webhooks.values()].filter(({ disabled }) => disabled === undefined);
      return enabled.length === 0 ? undefined : Math.min(...enabled.map(({ since }) => since));
    });
  }
}
