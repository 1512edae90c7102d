import { IsDefined, IsInt, IsNumber, IsString, Max, Min } from 'class-validator';
import type { QuotedSplit } from '../../../../application/quotes/quote-split.js';
import type { NoQuote } from '../../../../application/quotes/sides.js';
import { parseSlippage } from '../../../../domain/router/slippage.js';
import { MAX_PARTS } from '../../../../domain/router/split/split.js';
import type { SplitNotWorth } from '../../../../domain/router/split/worth.js';
import { unwrap } from '../../../../domain/shared/result.js';
import { parseUnits, type Units } from '../../../../domain/shared/units.js';
import { HttpError } from '../../errors/problem.js';
import { operation } from '../../operation/operation.js';
import { countFurther } from '../../requests/address-limits.js';
import { BODY_BYTES, invalidBody, readBody } from '../../requests/json-body.js';
import { ANY } from '../../schema/outcomes.js';
import { Param, Reads, schemaOf } from '../../schema/request-class.js';
import {
  always,
  digits,
  flag,
  list,
  number,
  object,
  text,
  units,
  whole,
  wordOf,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, namedSchema, optional } from '../../schema/shape.js';
import { LOAD_FAILED, type QuoteParts } from './quote-route.js';
import { NO_ROUTE, QUOTE, UNKNOWN_SIDE, viewOf } from './quote-shapes.js';

class SplitBody {
  @IsDefined()
  @IsString()
  @Param('contract id of the token paid; .stx for STX')
  tokenIn!: string;

  @IsDefined()
  @IsString()
  @Param('contract id of the token received')
  tokenOut!: string;

  @IsDefined()
  @Reads<Units>((raw) => parseUnits(raw, { min: 1n }))
  @Param('input: decimal digits, 1 to 2^128 - 1', { 'x-unit': 'smallest units of tokenIn' })
  amount!: Units;

  @IsInt()
  @Min(2)
  @Max(MAX_PARTS)
  @Param('maximum number of parts')
  parts?: number = MAX_PARTS;

  @IsNumber()
  @Min(0)
  @Max(0.5)
  @Param('reduction of each part’s quote that you accept', { 'x-unit': 'fraction' })
  slippage?: number;
}

export const SPLIT_REQUEST = namedSchema('SplitRequest', schemaOf(SplitBody, 'Swap to split.'));

/** Words for the reasons why one swap is better than a split. */
const NOT_WORTH: Readonly<Record<SplitNotWorth, string>> = {
  'no-gain': 'no split gives more than one route',
  'below-cost': 'the gain is at most the network fees of the further swaps',
};

/** A split, or the reason why there is no route. */
interface SplitView extends Partial<Omit<QuotedSplit, 'reason'>> {
  readonly split?: QuotedSplit;
  readonly noRoute?: NoQuote;
}

export const SPLIT = named(
  'Split',
  fields<SplitView>()({
    parts: field(
      list(
        QUOTE.ref(),
        'a quote for each part, in the order of their swaps: each is made after those before it. Only `single` if no split gives more; empty without a route',
        { maxItems: MAX_PARTS },
      ),
      ({ split }) => split?.parts.map(viewOf) ?? [],
    ),
    amountIn: optional(units('input of all parts; absent without a route')),
    amountOut: optional(units('output of all parts')),
    single: optional(
      QUOTE.ref('the best quote over one route'),
      ({ split }) => split && viewOf(split.single),
    ),
    gain: optional(units('output beyond that of one route')),
    gainBps: optional(
      number('gain in basis points of the output of one route, rounded down to hundredths', { minimum: 0 }),
      ({ split }) => split && bpsOf(split.gain, split.single.route.amountOut),
    ),
    gainUsd: optional(
      number('gain at recorded prices; absent without a current one', { minimum: 0, 'x-unit': 'dollars' }),
    ),
    cost: optional(
      units(
        'network fees of the further swaps at recorded prices, in tokenOut, which the operator pays; absent if no swap was sent within 24 hours or a price is missing',
      ),
    ),
    feeUstx: optional(
      units('average network fee of a swap of the last 24 hours, microSTX; absent if there was none'),
    ),
    worthwhile: optional(
      flag('whether the gain is above the cost; if no cost is known, whether there is a gain'),
      ({ split }) => split && split.reason === undefined,
    ),
    why: optional(wordOf(NOT_WORTH, 'reason if it is not worthwhile'), ({ split }) => split?.reason),
    bound: optional(
      digits(
        text(
          'the most that any split of up to four parts gives, proved: over vaults whose maths are known, none of them in both directions; decimal digits. Absent if one route of other vaults gives more',
          { 'x-unit': 'smallest units of tokenOut' },
        ),
      ),
    ),
    gapBps: optional(
      number('part of the bound that the split does not give, in basis points, rounded up to hundredths', {
        minimum: 0,
      }),
      ({ split }) => (split?.bound === undefined ? undefined : gapOf(split.bound, split.amountOut)),
    ),
    leftOut: optional(
      whole(
        'number of vaults that take no part in the split and the bound, since only their contracts can quote them',
        { minimum: 0 },
      ),
    ),
    reason: optional(wordOf(NO_ROUTE, 'reason if there is no route'), ({ noRoute }) => noRoute?.reason),
    unknown: optional(
      list(UNKNOWN_SIDE.schema, 'tokens that are unknown, with the reason unknown-token'),
      ({ noRoute }) => noRoute?.unknown,
    ),
  }),
);

const BODY = object({
  success: always(true),
  data: SPLIT.ref('the split, or the reason why there is no route'),
});

/** The body of `POST /api/v1/quotes/split`. */
export type SplitResponse = WireOf<typeof BODY>;

/** Number of quotes as which a split counts. */
const COUNTS_AS = 10;

/** The sBTC token on a devnet. */
const SBTC = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.sbtc';
const SAMPLE = JSON.stringify({ tokenIn: '.stx', tokenOut: SBTC, amount: '100000000000' });

export const quoteSplit = operation({
  id: 'quoteSplit',
  limitedAs: 'quotes',
  priority: 'read',
  method: 'post',
  path: '/api/v1/quotes/split',
  summary: `Divide a large swap between up to ${MAX_PARTS} routes`,
  rules: [
    'Each part is a swap of its own: sign one order for each, with its amountIn and a minimum of its own. The amounts hold for swaps in this order on the reserves of the quote.',
    'The number of parts is the one that leaves the most after the network fees of the further swaps, if they are known.',
    `It counts as ${COUNTS_AS} quotes against the limit per address.`,
  ],
  body: { description: 'The swap.', schema: SPLIT_REQUEST.ref(), maxBytes: BODY_BYTES },
  response: { description: 'The split, or the reason why there is no route.', schema: BODY },
  errors: [invalidBody(ANY), LOAD_FAILED],
  curl: `-X POST "$BASE/swap/api/v1/quotes/split" -H 'Content-Type: application/json' -d '${SAMPLE}'`,
  handle: async ({ quotes }: QuoteParts, { req, res }): Promise<SplitResponse> => {
    const { amount: amountIn, slippage, ...sent } = readBody(req.body, res, SplitBody);
    countFurther(req, res, 'quotes', COUNTS_AS - 1);
    const bounded = slippage !== undefined && { slippage: unwrap(parseSlippage(slippage)) };
    const found = await quotes.split({ ...sent, amountIn, ...bounded });
    if (found.ok) return { success: true, data: SPLIT.write({ ...found.value, split: found.value }) };
    if (found.error.kind === 'no-route')
      return { success: true, data: SPLIT.write({ noRoute: found.error }) };
    throw new HttpError(LOAD_FAILED, { cause: found.error });
  },
});

/** Basis points, rounded down to hundredths. */
const bpsOf = (part: bigint, whole: bigint): number => Number((part * 1_000_000n) / whole) / 100;

/** Basis points of the bound, rounded up to hundredths. */
const gapOf = (bound: bigint, amountOut: bigint): number =>
  Number(((bound - amountOut) * 1_000_000n + bound - 1n) / bound) / 100;
