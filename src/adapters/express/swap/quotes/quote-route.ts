import { IsDefined, MinLength } from 'class-validator';
import type {
  QuotedRoute,
  QuoteRouteError,
  QuoteRouteInput,
} from '../../../../application/quotes/quote-route.js';
import { MAX_HOPS } from '../../../../domain/router/best-route.js';
import { parseSlippage, type Slippage } from '../../../../domain/router/slippage.js';
import { ok, type Result } from '../../../../domain/shared/result.js';
import { parseUnits, type Units } from '../../../../domain/shared/units.js';
import { jsonText, preparedOperation, type PreparedParts } from '../../operation/operation.js';
import { fault, type ErrorCase } from '../../errors/problem.js';
import { badParameter } from '../../schema/outcomes.js';
import { Param, Reads, rules } from '../../schema/request-class.js';
import { always, number, object, type WireOf } from '../../schema/schema.js';
import { HttpError } from '../../errors/problem.js';
import { NOTHING, QUOTE, viewOf, type QuoteView } from './quote-shapes.js';

export type QuoteParts = PreparedParts<'quotes'>;

/** Rules of a parameter that names a token of the swap. */
export const SwapToken = (name: string, description: string) =>
  rules(
    IsDefined({ message: `Missing ${name} parameter` }),
    MinLength(1, { message: `Invalid ${name} parameter. Must be one contract id.` }),
    Param(description, { cause: `${name} is given more than once` }),
  );

const AMOUNT_PATTERN = '^[1-9][0-9]{0,38}$';
/** An amount; an empty one counts as absent. */
const Amount = () =>
  Reads<Units | undefined>((raw) => (raw === '' ? ok(undefined) : parseUnits(raw, { min: 1n })), {
    message: 'Invalid $property parameter. Must be a positive integer.',
  });

/** Errors of a request whose fields do not belong together. */
export const AMOUNT_ERRORS = {
  missing: badParameter('Missing amount parameter', 'amount and amountOut are both absent'),
  both: badParameter(
    'Invalid amountOut parameter. Must not be sent together with amount.',
    'amount and amountOut are both given',
  ),
};

/** The fields of a request for a quote. */
export class QuoteQuery {
  @SwapToken('tokenIn', 'contract id of the token paid; .stx for STX')
  tokenIn!: string;

  @SwapToken('tokenOut', 'contract id of the token received')
  tokenOut!: string;

  @Amount()
  @Param('input, unless amountOut is given: positive whole number in decimal digits, 1 to 2^128 - 1', {
    pattern: AMOUNT_PATTERN,
    'x-unit': 'smallest units of tokenIn',
    cause: 'amount is not a whole number from 1 to 2^128 - 1',
  })
  amount?: Units;

  @Amount()
  @Param('output to get, in place of amount: the quote has the least input that gives at least this', {
    pattern: AMOUNT_PATTERN,
    'x-unit': 'smallest units of tokenOut',
    cause: 'amountOut is not a whole number from 1 to 2^128 - 1',
  })
  amountOut?: Units;

  @Reads(parseSlippage, { message: 'Invalid slippage parameter. Must be a fraction from 0 to 0.5.' })
  @Param(
    number('reduction of the quote that you accept', {
      minimum: 0,
      maximum: 0.5,
      'x-unit': 'fraction',
    }),
    {
      cause: 'slippage is not a fraction from 0 to 0.5',
    },
  )
  slippage?: Slippage;
}

const QUOTED = object({
  success: always(true),
  data: QUOTE.ref('the best route; if there is none, `reason` says why'),
});

/**
 * The body of `GET /api/v1/quote`: amounts are smallest units, as numbers exact to 2^53 and as exact text. Without a
 * route, amounts are 0 and `reason` says why.
 */
export type QuoteResponse = WireOf<typeof QUOTED>;

export const LOAD_FAILED: ErrorCase = {
  status: 500,
  code: 'chain-unreachable',
  error: 'Failed to load vault data',
  cause: 'the vaults cannot be read',
};

export const quoteRoute = preparedOperation({
  id: 'quoteRoute',
  limitedAs: 'quotes',
  path: '/api/v1/quote',
  summary: `Find the best route of up to ${MAX_HOPS} hops for a swap`,
  rules: [
    'A missing route is not an error: it is 200 with path [], hops [], amountIn 0, amountOut 0 and a reason. Check amountOut > 0.',
    'With amountOut in place of amount, the response is the quote for the least input whose output is at least that. An order still names its input: sign for amountIn, with the wanted output as minAmountOut.',
    'A quote is an estimate: it reserves nothing, sends nothing and includes no slippage. An order gets a fresh quote when it executes.',
  ],
  query: QuoteQuery,
  response: {
    description: 'The route, or the reason why there is none.',
    schema: QUOTED,
    caching: 'public, max-age=30, s-maxage=300, stale-while-revalidate=600',
    // Compression does not pay off: a quote is valid for a second and fits into a few packets.
    compressed: false,
  },
  errors: [...Object.values(AMOUNT_ERRORS), LOAD_FAILED],
  failure: fault('internal', { error: LOAD_FAILED.error, cause: 'the quote cannot be made' }),
  curl: '"$BASE/swap/api/v1/quote?tokenIn=.stx&tokenOut=$TOKEN&amount=10000000000"',
  prepare: async ({ quotes }: QuoteParts, { query }) => {
    const data = QUOTE.write(viewOfResult(await quotes.quote(inputOf(query))));
    return { text: jsonText({ success: true as const, data }) };
  },
});

/** Input of the use case, taken from the query. @throws HttpError unless the query has one amount. */
export function inputOf({ amount: amountIn, amountOut, ...request }: QuoteQuery): QuoteRouteInput {
  if (amountOut === undefined) {
    if (amountIn === undefined) throw new HttpError(AMOUNT_ERRORS.missing);
    return { ...request, amountIn };
  }
  if (amountIn !== undefined) throw new HttpError(AMOUNT_ERRORS.both);
  return { ...request, amountOut };
}

/** The view of the result. A missing route is a result too. @throws HttpError if the vaults cannot be read. */
export function viewOfResult(quoted: Result<QuotedRoute, QuoteRouteError>): QuoteView {
  if (quoted.ok) return viewOf(quoted.value);
  const { error } = quoted;
  if (error.kind === 'no-route') return { ...NOTHING, ...error };
  throw new HttpError(LOAD_FAILED, { cause: error });
}
