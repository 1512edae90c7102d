import { EntitySchema } from 'typeorm';
import type { OrderUuid } from '../../../domain/order/ids.js';
import {
  DELIVERY_STATES,
  SEND_FAILURES,
  type Delivery,
  type DeliveryId,
  type DeliveryState,
  type NewDelivery,
  type SendFailure,
} from '../../../domain/webhook/delivery.js';
import type { WebhookId } from '../../../domain/webhook/webhook.js';
import { column } from '../database/index.js';

export interface DeliveryRow {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly host: string;
  readonly type: NewDelivery['type'];
  /** Empty for a ping. */
  readonly orderUuid: OrderUuid | '';
  /** 0 for a ping, as is `position`. */
  readonly seq: number;
  readonly position: number;
  readonly createdAt: Date;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly queuedAt: Date;
  readonly nextAt: Date | null;
  readonly claimant: string | null;
  readonly lastAt: Date | null;
  readonly lastMs: number | null;
  readonly lastStatus: number | null;
  readonly lastFailure: SendFailure | null;
  readonly endedAt: Date | null;
}

export const WebhookDeliveryTable = new EntitySchema<DeliveryRow>({
  name: 'webhook_deliveries',
  columns: {
    id: column.primary(column.text('id')),
    webhookId: column.text('webhook_id'),
    host: column.text('host'),
    type: column.text('type'),
    orderUuid: column.text('order_uuid'),
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
  },
});

export const fromRow = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhookId,
  host: row.host,
  type: row.type,
  ...(row.orderUuid !== '' && {
    event: { uuid: row.orderUuid, seq: row.seq, position: row.position },
  }),
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
