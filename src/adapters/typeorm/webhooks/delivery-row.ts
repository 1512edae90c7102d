import type { AlertFiring, FiredAlert } from '../../../domain/alert/alert.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import {
  DELIVERY_STATES,
  SEND_FAILURES,
  type DeliveredEvent,
  type Delivery,
  type DeliveryId,
  type NewDelivery,
} from '../../../domain/webhook/delivery.js';
import type { WebhookId } from '../../../domain/webhook/webhook.js';
import { column } from '../database/index.js';

export const WebhookDeliveryTable = column.table('webhook_deliveries', {
  id: column.primary(column.text<DeliveryId>('id')),
  webhookId: column.text<WebhookId>('webhook_id'),
  host: column.text('host'),
  type: column.text<NewDelivery['type']>('type'),
  /** Subject of the event; empty for a ping. */
  orderUuid: column.text<OrderUuid | ''>('order_uuid'),
  /** 0 if the subject is no order. */
  seq: column.integer('seq'),
  position: column.count('position'),
  createdAt: column.time('created_at'),
  state: column.oneOf('state', DELIVERY_STATES),
  attempts: column.integer('attempts'),
  queuedAt: column.time('queued_at'),
  nextAt: column.nullable(column.time('next_at')),
  claimant: column.nullable(column.text('claimant')),
  lastAt: column.nullable(column.time('last_at')),
  lastMs: column.nullable(column.integer('last_ms')),
  lastStatus: column.nullable(column.integer('last_status')),
  lastFailure: column.nullable(column.oneOf('last_failure', SEND_FAILURES)),
  endedAt: column.nullable(column.time('ended_at')),
  /** The alert as it fired; null if the subject is no alert. */
  alert: column.nullable(column.document<StoredFiring>('alert')),
});

export type DeliveryRow = column.RowOf<typeof WebhookDeliveryTable>;

/** A fired alert as JSON. */
type StoredFiring = Omit<FiredAlert, 'createdAt' | 'firing'> & {
  readonly createdAt: string;
  readonly firing: Omit<AlertFiring, 'at'> & { readonly at: string };
};

function eventOf({ alert, seq, position }: DeliveryRow, uuid: OrderUuid): DeliveredEvent {
  if (alert === null) return { uuid, seq, position };
  const { createdAt, firing } = alert;
  const times = { createdAt: new Date(createdAt), firing: { ...firing, at: new Date(firing.at) } };
  return { alert: { ...alert, ...times }, position };
}

export const fromRow = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhookId,
  host: row.host,
  type: row.type,
  ...(row.orderUuid !== '' && { event: eventOf(row, row.orderUuid) }),
  createdAt: row.createdAt,
  state: row.state,
  attempts: row.attempts,
  queuedAt: row.queuedAt,
  ...(row.nextAt !== null && { nextAt: row.nextAt }),
  ...(row.lastAt !== null && {
    last: {
      at: row.lastAt,
      tookMs: row.lastMs ?? 0,
      ...(row.lastStatus !== null && { status: row.lastStatus }),
      ...(row.lastFailure !== null && { failure: row.lastFailure }),
    },
  }),
  ...(row.endedAt !== null && { endedAt: row.endedAt }),
});
