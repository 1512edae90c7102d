import { In, IsNull, MoreThan } from 'typeorm';
import type { Address } from '../../../domain/shared/address.js';
import {
  isEventType,
  type DisableReason,
  type Webhook,
  type WebhookId,
  type WebhookSecret,
} from '../../../domain/webhook/webhook.js';
import type { WebhookRepository } from '../../../ports/webhooks.js';
import { column, prepared, sql, type Session } from '../database/index.js';

const REASONS: readonly DisableReason[] = ['gone', 'failing'];

export const WebhookTable = column.table('webhooks', {
  id: column.primary(column.text<WebhookId>('id')),
  owner: column.text<Address>('owner'),
  url: column.text('url'),
  eventTypes: column.nullable(column.listOf('event_types', isEventType)),
  strategyId: column.nullable(column.text('strategy_id')),
  secret: column.text<WebhookSecret>('secret'),
  previousSecret: column.nullable(column.text<WebhookSecret>('previous_secret')),
  previousUntil: column.nullable(column.time('previous_until')),
  createdAt: column.time('created_at'),
  since: column.count('since'),
  failingSince: column.nullable(column.time('failing_since')),
  disabledAt: column.nullable(column.time('disabled_at')),
  disabledFor: column.nullable(column.oneOf('disabled_for', REASONS)),
});

type WebhookRow = column.RowOf<typeof WebhookTable>;

/** Maximum number of owners in a statement: databases limit the number of values. */
const MAX_OWNERS = 500;

export class TypeOrmWebhookRepository implements WebhookRepository {
  constructor(private readonly session: Session) {}

  async insert(webhook: Webhook): Promise<void> {
    const row = toRow(webhook);
    await this.session.change((manager) => manager.insert(WebhookTable, row));
  }

  async update(webhook: Webhook): Promise<void> {
    const { id, ...row } = toRow(webhook);
    await this.session.change((manager) => manager.update(WebhookTable, { id }, row));
  }

  delete(id: WebhookId): Promise<void> {
    return this.session.write(async (queries) => {
      await queries.execute(sql`DELETE FROM webhook_deliveries WHERE webhook_id = ${id}`);
      await queries.entities((manager) => manager.delete(WebhookTable, { id }));
    });
  }

  async findById(id: WebhookId): Promise<Webhook | undefined> {
    const row = await this.session.query((manager) => manager.findOne(WebhookTable, { where: { id } }));
    return row === null ? undefined : fromRow(row);
  }

  async listByOwner(owner: Address): Promise<readonly Webhook[]> {
    const rows = await this.session.query((manager) =>
      manager.find(WebhookTable, { where: { owner }, order: { createdAt: 'DESC', id: 'DESC' } }),
    );
    return rows.map(fromRow);
  }

  async listBehind(id: WebhookId | undefined, limit: number): Promise<readonly Webhook[]> {
    const rows = await this.session.query((manager) =>
      manager.find(WebhookTable, {
        where: id === undefined ? {} : { id: MoreThan(id) },
        order: { id: 'ASC' },
        take: limit,
      }),
    );
    return rows.map(fromRow);
  }

  async listEnabled(owners: readonly Address[]): Promise<readonly Webhook[]> {
    const found: Webhook[] = [];
    for (let n = 0; n < owners.length; n += MAX_OWNERS) {
      const some = owners.slice(n, n + MAX_OWNERS);
      const rows = await this.session.query((manager) =>
        manager.find(WebhookTable, { where: { owner: In([...some]), disabledAt: IsNull() } }),
      );
      found.push(...rows.map(fromRow));
    }
    return found;
  }

  async oldestSince(): Promise<number | undefined> {
    const [row] = await this.session.select<{ since: number | string | null }>(
      prepared(sql`SELECT MIN(since) AS since FROM webhooks WHERE disabled_at IS NULL`),
    );
    return typeof row?.since === 'string' || typeof row?.since === 'number' ? Number(row.since) : undefined;
  }
}

const toRow = (webhook: Webhook): WebhookRow => ({
  id: webhook.id,
  owner: webhook.owner,
  url: webhook.terms.url,
  eventTypes: webhook.terms.eventTypes ?? null,
  strategyId: webhook.terms.strategyId ?? null,
  secret: webhook.secret,
  previousSecret: webhook.previous?.secret ?? null,
  previousUntil: webhook.previous?.until ?? null,
  createdAt: webhook.createdAt,
  since: webhook.since,
  failingSince: webhook.failingSince ?? null,
  disabledAt: webhook.disabled?.at ?? null,
  disabledFor: webhook.disabled?.reason ?? null,
});

const fromRow = (row: WebhookRow): Webhook => ({
  id: row.id,
  owner: row.owner,
  terms: {
    url: row.url,
    ...(row.eventTypes !== null && { eventTypes: row.eventTypes }),
    ...(row.strategyId !== null && { strategyId: row.strategyId }),
  },
  secret: row.secret,
  ...(row.previousSecret !== null &&
    row.previousUntil !== null && { previous: { secret: row.previousSecret, until: row.previousUntil } }),
  createdAt: row.createdAt,
  since: row.since,
  ...(row.failingSince !== null && { failingSince: row.failingSince }),
  ...(row.disabledAt !== null &&
    row.disabledFor !== null && { disabled: { at: row.disabledAt, reason: row.disabledFor } }),
});
