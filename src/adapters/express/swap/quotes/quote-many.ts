import { ArrayMaxSize, ArrayMinSize, IsDefined } from 'class-validator';
import { MAX_QUOTES } from '../../../../application/quotes/quote-route.js';
import { isObject } from '../../../../domain/shared/fields.js';
import { err, ok, type Result } from '../../../../domain/shared/result.js';
import { countFurther } from '../../requests/address-limits.js';
import { BODY_BYTES, invalidBody, readBody } from '../../requests/json-body.js';
import { operation } from '../../operation/operation.js';
import { ANY } from '../../schema/outcomes.js';
import { misspeltParameter, namesOf, readParameters } from '../../requests/parameters.js';
import { Param, schemaOf } from '../../schema/request-class.js';
import { always, eitherOf, list, object, text, type JsonSchema, type WireOf } from '../../schema/schema.js';
import { namedSchema } from '../../schema/shape.js';
import { badRequest, HttpError, type Problem } from '../../errors/problem.js';
import { inputOf, LOAD_FAILED, QuoteQuery, viewOfResult, type QuoteParts } from './quote-route.js';
import { QUOTE } from './quote-shapes.js';

const { properties, ...QUOTE_QUERY } = schemaOf(QuoteQuery);
const amount = (description: string, token: string) =>
  text(`${description}: decimal digits, 1 to 2^128 - 1, or a number up to 2^53`, {
    'x-unit': `smallest units of ${token}`,
  });
const REQUEST: JsonSchema = {
  ...QUOTE_QUERY,
  description: 'as the parameters of GET /quote',
  properties: {
    ...properties,
    amount: amount('input, unless amountOut is given', 'tokenIn'),
    amountOut: amount('output to get, in place of amount', 'tokenOut'),
  },
};

const BAD_QUOTES = { message: `must be 1 to ${MAX_QUOTES} objects` };

class QuotesBody {
  @IsDefined(BAD_QUOTES)
  @ArrayMinSize(1, BAD_QUOTES)
  @ArrayMaxSize(MAX_QUOTES)
  @Param('the swaps', { items: REQUEST })
  quotes!: readonly unknown[];
}

export const QUOTES_REQUEST = namedSchema('QuotesRequest', schemaOf(QuotesBody, 'Swaps to quote.'));

const REFUSED = object(
  {
    error: text('for people: the problem with the request, or that a vault could not be read'),
    code: text('invalid-request or chain-unreachable'),
    hint: text('advice'),
  },
  { optional: ['hint'], description: 'in place of a quote' },
);

const QUOTES = object({
  success: always(true),
  data: list(
    eitherOf(QUOTE.ref('the best route; if there is none, `reason` says why'), REFUSED),
    'one for each request, in the same order',
  ),
});

/** The body of `POST /api/v1/quotes`: a quote for each request, or `error` and `code`. */
export type QuotesResponse = WireOf<typeof QUOTES>;
type Answer = QuotesResponse['data'][number];

/** The sBTC token on a devnet. */
const SBTC = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.sbtc';
const SAMPLES = ['1000000', '1000000000'].map((amount) =>
  JSON.stringify({ tokenIn: '.stx', tokenOut: SBTC, amount }),
);

export const quoteRoutes = operation({
  id: 'quoteRoutes',
  limitedAs: 'quotes',
  priority: 'read',
  method: 'post',
  path: '/api/v1/quotes',
  summary: `Quote up to ${MAX_QUOTES} swaps from one state of the market`,
  rules: [
    'Each one counts as a quote against the limit per address. A call that begins within the limit is served in full.',
    'A malformed request has error and code in its place; the others are still quoted. A missing route is a quote with a reason, as in GET /quote.',
    'All searches begin on the same reserves, so amounts of a size ladder and rates of pairs are comparable.',
  ],
  body: { description: 'The swaps.', schema: QUOTES_REQUEST.ref(), maxBytes: BODY_BYTES },
  response: { description: 'The quotes.', schema: QUOTES },
  errors: [invalidBody(ANY), LOAD_FAILED],
  curl: `-X POST "$BASE/swap/api/v1/quotes" -H 'Content-Type: application/json' -d '{"quotes":[${SAMPLES.join(',')}]}'`,
  handle: async ({ quotes }: QuoteParts, { req, res }): Promise<QuotesResponse> => {
    const { quotes: items } = readBody(req.body, res, QuotesBody);
    countFurther(req, res, 'quotes', items.length - 1);
    const asked = items.map((item) => attempt(() => inputOf(readItem(item))));
    const found = await quotes.quoteMany(asked.flatMap((one) => (one.ok ? [one.value] : [])));
    if (!found.ok) throw new HttpError(LOAD_FAILED, { cause: found.error });
    const left = found.value.values();
    return {
      success: true,
      data: asked.map((one) => {
        const quoted = one.ok ? attempt(() => QUOTE.write(viewOfResult(left.next().value!))) : one;
        return quoted.ok ? quoted.value : refusalOf(quoted.error);
      }),
    };
  },
});

const refusalOf = ({ error, code, hint }: Problem): Answer => ({
  error,
  code,
  ...(hint !== undefined && { hint }),
});

/** Reads an item of the body. @throws HttpError that says what is wrong with it. */
function readItem(item: unknown): QuoteQuery {
  if (!isObject(item)) throw badRequest('Invalid request: must be an object');
  const misspelt = misspeltParameter(item, namesOf(QuoteQuery));
  if (misspelt !== undefined) throw badRequest(misspelt);
  const texts = Object.entries(item).map(
    ([name, value]) => [name, isExact(value) ? String(value) : value] as const,
  );
  return readParameters(Object.fromEntries(texts), QuoteQuery);
}

/** Whether the number is exact. A whole number beyond 2^53 has lost digits in transit. */
const isExact = (value: unknown): value is number =>
  typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));

/** Returns the result of the work, or the problem that it throws. */
function attempt<T>(work: () => T): Result<T, Problem> {
  try {
    return ok(work());
  } catch (error) {
    if (error instanceof HttpError) return err(error.problem);
    throw error;
  }
}
