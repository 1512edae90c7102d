import { IsInt, Max, Min } from 'class-validator';
import type { Core } from '../../../../application/core.js';
import {
  MAX_QUALITY_DAYS,
  MAX_QUALITY_PAIRS,
  type DayQuality,
} from '../../../../application/reports/read-quality.js';
import type { Measured, PairQuality } from '../../../../domain/order/report/quality.js';
import { ABORT_CAUSES, type AbortCause } from '../../../../domain/order/report/outcome.js';
import { ABORT_WORDS } from '../../../../sdk/words/reports.js';
import { operation } from '../../operation/operation.js';
import { contractId } from '../../schema/common-schemas.js';
import { Param } from '../../schema/request-class.js';
import { always, flag, list, number, object, time, whole, wordOf, type WireOf } from '../../schema/schema.js';
import { field, fields, named, optional } from '../../schema/shape.js';
import { ORDERS_FAILED } from '../access/reader.js';

class QualityQuery {
  @IsInt({ message: 'Invalid days parameter' })
  @Min(1)
  @Max(MAX_QUALITY_DAYS)
  @Param('the last so many UTC days, today among them', {
    default: 7,
    cause: `days is not a whole number from 1 to ${MAX_QUALITY_DAYS}`,
  })
  days = 7;
}

const spread = (unit: string) => ({
  of: whole('swaps that have the figure', { minimum: 1 }),
  median: number('a half of them have at most this', { 'x-unit': unit }),
  p95: number('95% of them have at most this', { 'x-unit': unit }),
});
const measured = (description: string, unit: string) =>
  fields<Measured>()(spread(unit), { description: `${description}; absent if no swap has it` }).schema;

const ABORT = fields<{ readonly cause: AbortCause; readonly swaps: number }>()({
  cause: wordOf(ABORT_WORDS, 'cause of the abort'),
  swaps: whole('number of swaps', { minimum: 1 }),
});

export const PAIR_QUALITY = named(
  'PairQuality',
  fields<PairQuality>()({
    tokenIn: contractId('the token paid'),
    tokenOut: contractId('the token bought'),
    fills: whole('swaps that paid', { minimum: 0 }),
    aborts: whole('swaps that the chain aborted', { minimum: 0 }),
    abortCauses: field(
      list(ABORT.schema, 'aborts by cause; causes without an abort are left out'),
      ({ abortCauses }) =>
        ABORT_CAUSES.flatMap((cause) => {
          const swaps = abortCauses[cause];
          return swaps === undefined ? [] : [{ cause, swaps }];
        }),
    ),
    filledShare: number('fills / (fills + aborts)', { minimum: 0, maximum: 1, 'x-unit': 'fraction' }),
    shortfallBps: optional(
      fields<PairQuality['shortfallBps'] & object>()(
        {
          ...spread('basis points'),
          exact: whole('swaps whose best output is that just before the swap, to the unit', { minimum: 0 }),
        },
        {
          description:
            'part of the best output at the parent block that swaps did not pay; negative if earlier transactions of the block made the price better; absent if it is known of none',
        },
      ).schema,
    ),
    surplusBps: optional(measured('part of their quotes by which swaps paid more', 'basis points')),
    overMinimumBps: optional(measured('part of their minima by which swaps paid more', 'basis points')),
    secondsToBroadcast: optional(
      measured('from when the executor could have sent the order to the broadcast of its swap', 'seconds'),
    ),
    secondsToBlock: optional(measured('from the broadcast to the time of the block', 'seconds')),
  }),
);

export const DAY_QUALITY = named(
  'DayQuality',
  fields<DayQuality>()({
    day: field(time('midnight UTC of the day of the blocks'), ({ day }) => day),
    isComplete: flag('whether pairs are all of the day’s, and made of all its swaps'),
    pairs: list(PAIR_QUALITY.ref(), 'by direction, those with the most swaps first', {
      maxItems: MAX_QUALITY_PAIRS,
    }),
  }),
);

const BODY = object({
  success: always(true),
  data: list(DAY_QUALITY.ref(), 'newest day first, without days that have no swap', {
    maxItems: MAX_QUALITY_DAYS,
  }),
});

/** The body of `GET /api/v1/execution-quality`. */
export type ExecutionQualityResponse = WireOf<typeof BODY>;

/** Parts that the operation needs. */
export interface QualityParts {
  readonly orders: Pick<Core['orders'], 'executionQuality'>;
}

export const readExecutionQuality = operation({
  id: 'readExecutionQuality',
  limitedAs: 'reads',
  path: '/api/v1/execution-quality',
  summary: 'Quality of this server’s execution, by day and pair',
  rules: [
    'Made of the execution reports of all orders, without any order, address or id. Figures of today are renewed every five seconds, those of earlier days every minute.',
    `At most ${MAX_QUALITY_DAYS} days, and the ${MAX_QUALITY_PAIRS} busiest pairs of each.`,
  ],
  query: QualityQuery,
  response: {
    description: 'The figures of each day.',
    schema: BODY,
    caching: 'public, max-age=60, s-maxage=60, stale-while-revalidate=300',
  },
  errors: [],
  failure: ORDERS_FAILED,
  curl: '"$BASE/swap/api/v1/execution-quality?days=1"',
  handle: async ({ orders }: QualityParts, { query }): Promise<ExecutionQualityResponse> => {
    const days = await orders.executionQuality({ days: query.days });
    return { success: true, data: days.map((day) => DAY_QUALITY.write(day)) };
  },
});
