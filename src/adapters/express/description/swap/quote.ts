import { MAX_HOPS } from '../../../../domain/router/best-route.js';
import type { NoRouteReason } from '../../../../domain/router/quote.js';
import { QUOTE_CACHING } from '../../swap/quotes-controller.js';
import { contractId } from '../../operation/common-schemas.js';
import type { JsonSchema, OperationDescription } from '../../operation/model.js';
import { badParameter, INTERNAL, errorCase } from '../../operation/outcomes.js';
import { inQuery, requiredInQuery } from '../../operation/parameter-list.js';
import {
  always,
  list,
  number,
  object,
  oneOf,
  orNull,
  ref,
  text,
  time,
  units,
  whole,
  wordOf,
} from '../../operation/schema.js';

const NO_ROUTE: Readonly<Record<NoRouteReason, string>> = {
  'same-token': 'tokenIn is tokenOut',
  'unknown-token': 'a token is neither listed nor in any vault',
  'no-route': `no path of ${MAX_HOPS} hops or fewer`,
  'amount-too-small': 'a larger amount would give a unit or more',
  'insufficient-liquidity': 'the vaults hold too little',
};

const amount = (description: string) =>
  number(`${description}; loses digits beyond 2^53`, { minimum: 0, 'x-unit': 'smallest units' });

const VAULT = object({
  contractId: contractId('the vault'),
  name: text('name'),
  protocol: text('whose it is'),
  fee: whole('on the input', { minimum: 0, maximum: 1_000_000, 'x-unit': 'parts per million' }),
  reserves: object(
    {
      tokenA: contractId('first token'),
      tokenB: contractId('second token'),
      reservesA: orNull(units('held of tokenA')),
      reservesB: orNull(units('held of tokenB')),
    },
    { description: 'what it held; null in a subnet bridge, which pays 1:1 whatever it holds' },
  ),
});

export const QUOTE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  QuoteToken: object(
    {
      contractId: contractId('the token'),
      symbol: text('symbol; not unique'),
      decimals: whole('digits after the point of a whole token', { minimum: 0, maximum: 18 }),
      name: text('name'),
      identifier: text('its asset’s name inside the contract'),
      image: text('address of an image'),
      description: text('about it'),
      type: oneOf(['SUBNET'], 'present on a subnet copy'),
      base: contractId('what a subnet copy holds 1:1'),
    },
    { optional: ['image', 'description', 'type', 'base'] },
  ),
  Hop: object({
    vault: VAULT,
    tokenIn: contractId('paid in'),
    tokenOut: contractId('paid out'),
    opcode: {
      type: 'integer',
      description: '0: token A to B; 1: B to A; 5: deposit into a subnet; 6: withdrawal from it',
      enum: [0, 1, 5, 6],
    },
    quote: object({ amountIn: amount('input of the hop'), amountOut: amount('output of the hop') }),
  }),
  Quote: object(
    {
      path: list(ref('QuoteToken'), 'tokens from tokenIn to tokenOut; empty without a route', {
        maxItems: MAX_HOPS + 1,
      }),
      hops: list(ref('Hop'), 'one per vault; empty without a route', { maxItems: MAX_HOPS }),
      amountIn: amount('input; 0 without a route'),
      amountOut: amount('output; 0 without a route'),
      amountInExact: units('input, exact'),
      amountOutExact: units('output, exact'),
      priceImpact: number('1 - rate of the route / mid rate, fees taken out', {
        minimum: 0,
        maximum: 1,
        'x-unit': 'fraction',
      }),
      fees: list(
        object({ token: contractId('the hop’s input token'), amount: units('fee of the hop') }),
        'one per hop',
      ),
      asOf: time('when the oldest reserves used were read; absent without a route'),
      minimumReceived: units('amountOut less slippage, rounded down; with the parameter slippage'),
      reason: wordOf(NO_ROUTE, 'present without a route: why'),
    },
    { optional: ['asOf', 'minimumReceived', 'reason'] },
  ),
};

const missing = (name: string) => badParameter(`Missing ${name} parameter`, `${name} is absent`);

export const QUOTE: OperationDescription = {
  id: 'quoteRoute',
  method: 'get',
  path: '/api/v1/quote',
  summary: `Find the best route of up to ${MAX_HOPS} hops for a swap`,
  rules: [
    'A missing route is no error: it is 200 with path [], hops [], amountIn 0, amountOut 0 and a reason. Check amountOut > 0.',
    'A quote is an estimate: it reserves nothing, sends nothing and has no slippage in it. An order takes a fresh quote when it executes.',
    'Any web page may read it.',
  ],
  access: ['anyone'],
  parameters: [
    requiredInQuery('tokenIn', text('contract id of the token paid; .stx for STX', { minLength: 1 })),
    requiredInQuery('tokenOut', text('contract id of the token received', { minLength: 1 })),
    requiredInQuery(
      'amount',
      text('positive whole number in decimal digits, 1 to 2^128 - 1', {
        pattern: '^[1-9][0-9]{0,38}$',
        'x-unit': 'smallest units of tokenIn',
      }),
    ),
    inQuery(
      'slippage',
      number('how much less than quoted you would accept', {
        minimum: 0,
        maximum: 0.5,
        'x-unit': 'fraction',
      }),
    ),
  ],
  responses: [
    {
      status: 200,
      description: 'The route, or that there is none.',
      schema: object({ success: always(true), data: ref('Quote') }),
      caching: QUOTE_CACHING,
      tagged: true,
    },
  ],
  errors: [
    missing('tokenIn'),
    missing('tokenOut'),
    missing('amount'),
    badParameter('Invalid tokenIn parameter. Must be one contract id.', 'tokenIn is given more than once'),
    badParameter('Invalid tokenOut parameter. Must be one contract id.', 'tokenOut is given more than once'),
    badParameter('Invalid amount parameter. Must be a positive integer.', 'amount breaks its rule'),
    badParameter(
      'Invalid slippage parameter. Must be a fraction from 0 to 0.5.',
      'slippage is no fraction from 0 to 0.5',
    ),
    errorCase(500, 'chain-unreachable', 'Failed to load vault data', 'the vaults could not be read'),
    INTERNAL,
  ],
  curl: '"$BASE/swap/api/v1/quote?tokenIn=.stx&tokenOut=$TOKEN&amount=1000000"',
};
