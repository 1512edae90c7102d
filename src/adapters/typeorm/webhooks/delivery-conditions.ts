import type { WebhookId } from '../../../domain/webhook/webhook.js';
import type { ReplayQuery } from '../../../ports/webhooks.js';
import { allOf, isoTime, joined, prepared, sql, type Queries, type Sql } from '../database/index.js';

/** Selects the webhook's deliveries that are due now or later, except its pings and those in progress. */
export const isIdle = (webhookId: WebhookId): Sql =>
  sql`webhook_id = ${webhookId} AND state = 'waiting' AND claimant IS NULL AND order_uuid <> ''`;

/** Selects the webhook's events for a replay. */
export function replayable({ webhookId, id, since }: ReplayQuery): Sql {
  if (since === undefined)
    return allOf([sql`state = 'dead'`, id === undefined ? undefined : sql`id = ${id}`]);
  const { from, replayedBefore, limit } = since;
  // A delivery is queued when it is created, and with each replay.
  return sql`id IN (
    SELECT id FROM webhook_deliveries
    WHERE webhook_id = ${webhookId} AND order_uuid <> '' AND created_at >= ${isoTime(from)} AND (
      state = 'dead' OR state = 'delivered' AND (queued_at = created_at OR queued_at <= ${isoTime(replayedBefore)}))
    ORDER BY created_at, position, id LIMIT ${limit})`;
}

export async function hasWaiting(
  queries: Queries,
  { webhook_id, order_uuid }: { readonly webhook_id: WebhookId; readonly order_uuid: string },
): Promise<boolean> {
  const rows = await queries.select(
    prepared(sql`
      SELECT 1 FROM webhook_deliveries
      WHERE webhook_id = ${webhook_id} AND order_uuid = ${order_uuid} AND state = 'waiting' LIMIT 1`),
  );
  return rows.length > 0;
}

export const orNull = (time: Date | undefined): string | null => (time === undefined ? null : isoTime(time));

export const noneOf = (column: Sql, values: readonly string[]): Sql | undefined =>
  values.length === 0
    ? undefined
    : sql`${column} NOT IN (${joined(
        values.map((value) => sql`${value}`),
        ', ',
      )})`;
