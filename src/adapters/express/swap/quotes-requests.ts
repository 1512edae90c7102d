import { IsOptional, Matches, ValidateBy } from 'class-validator';
import type { QuoteRouteInput } from '../../../application/quotes/quote-route.js';
import { parseSlippage } from '../../../domain/router/slippage.js';
import { unwrap } from '../../../domain/shared/result.js';
import { parseUnits } from '../../../domain/shared/units.js';
import { badRequest } from '../problem.js';
import type { Query } from '../queries.js';
import { violations } from '../validation.js';

const isAbsent = (value: unknown): boolean => value === undefined || value === '';

const parameter = (rule: string) => ({
  message: ({ value, property }: { value: unknown; property: string }) =>
    isAbsent(value) ? `Missing ${property} parameter` : `Invalid ${property} parameter. ${rule}`,
});

const parseAmount = (raw: unknown) => parseUnits(raw, { min: 1n });

class QuoteRequest {
  @Matches(/^.+$/s, parameter('Must be one contract id.'))
  tokenIn: unknown;

  @Matches(/^.+$/s, parameter('Must be one contract id.'))
  tokenOut: unknown;

  @ValidateBy(
    { name: 'amount', validator: { validate: (value) => parseAmount(value).ok } },
    parameter('Must be a positive integer.'),
  )
  amount: unknown;

  @IsOptional()
  @ValidateBy(
    { name: 'slippage', validator: { validate: (value) => parseSlippage(value).ok } },
    { message: 'Invalid slippage parameter. Must be a fraction from 0 to 0.5.' },
  )
  slippage: unknown;
}

export function readQuoteRequest(query: Query): QuoteRouteInput {
  const request = new QuoteRequest();
  request.tokenIn = query['tokenIn'];
  request.tokenOut = query['tokenOut'];
  request.amount = query['amount'];
  request.slippage = query['slippage'];
  const [first] = violations(request);
  if (first !== undefined) throw badRequest(first);
  return {
    tokenIn: request.tokenIn as string,
    tokenOut: request.tokenOut as string,
    amountIn: unwrap(parseAmount(request.amount)),
    ...(request.slippage !== undefined && { slippage: unwrap(parseSlippage(request.slippage)) }),
  };
}
