import type { Core } from '../../../../application/core.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { always, object, type WireOf } from '../../schema/schema.js';
import {
  asReader,
  ORDERS_FAILED,
  READ_BY_ANYONE,
  READER_HEADERS,
  ViewQuery,
  type ReaderParts,
} from '../access/reader.js';
import { ONE_ORDER_ERRORS, UUID_IN_PATH } from './read-order.js';
import { EXECUTION_REPORT } from './report-shape.js';

const BODY = object({ status: always('success'), data: EXECUTION_REPORT.ref('the report') });

/** The body of `GET /api/v1/orders/{uuid}/report`. */
export type ExecutionReportResponse = WireOf<typeof BODY>;

export const getOrderReport = operation({
  id: 'getOrderReport',
  path: '/api/v1/orders/{uuid}/report',
  summary: 'Report on the execution of an order',
  rules: [
    'The report tells apart what the market did before the order was sent, what it did until the block, what transactions before the swap in its block did, and what the chosen route cost, each in smallest units. How each figure is computed: docs/reference/execution-reports.md.',
    'A reorganisation deletes the report; it is made again once the swap is in a block again.',
  ],
  ...READ_BY_ANYONE,
  params: UUID_IN_PATH,
  query: ViewQuery,
  response: {
    description: 'The report.',
    schema: BODY,
    headers: READER_HEADERS,
  },
  errors: [
    ...ONE_ORDER_ERRORS,
    ...outcomes<Exclude<ErrorOf<Core['orders']['report']>, { kind: 'order-not-found' }>>()([
      'order-not-filled',
    ]),
  ],
  failure: ORDERS_FAILED,
  curl: '"$BASE/swap/api/v1/orders/$CONFIRMED/report"',
  handle: (parts: ReaderParts, call): Promise<ExecutionReportResponse> =>
    asReader(
      parts,
      call,
      async (reader) => {
        const { orders } = parts;
        const found = valueOrThrow(await orders.report(call.params.uuid, reader.owner));
        const tokens = await orders.tokens();
        return { status: 'success', data: EXECUTION_REPORT.write({ ...found, tokens }) };
      },
      call.params.uuid,
    ),
});
