import type { QuotedRoute, QuoteRouteError, UnknownSide } from '../../../application/quotes/quote-route.js';
import type { Token } from '../../../domain/market/registry.js';
import { MAX_HOPS, type RouteHop } from '../../../domain/router/best-route.js';
import type { NoRouteReason } from '../../../domain/router/quote.js';
import { parseSlippage, type Slippage } from '../../../domain/router/slippage.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { parseUnits, type Units } from '../../../domain/shared/units.js';
import { VAULT_KINDS } from '../../../domain/vault/kinds.js';
import { LP_DECIMALS } from '../../../domain/vault/vault.js';
import { contractId, contractOrEmpty, fee } from '../operation/common-schemas.js';
import { jsonText, preparedOperation, type PreparedParts } from '../operation/operation.js';
import { errorCase } from '../operation/outcomes.js';
import { Param } from '../operation/parameters.js';
import {
  always,
  flag,
  list,
  number,
  object,
  oneOf,
  orNull,
  rounded,
  text,
  time,
  units,
  whole,
  wordOf,
  type WireOf,
} from '../operation/schema.js';
import { field, fields, named, optional, within } from '../operation/shape.js';
import { HttpError } from '../problem.js';
import { shown } from '../shown.js';
import { QUOTE_TOKEN } from './token-shapes.js';

export type QuoteParts = PreparedParts<'quotes'>;

const oneContractId = (name: string) => ({
  missing: `Missing ${name} parameter`,
  error: `Invalid ${name} parameter. Must be one contract id.`,
  cause: `${name} is given more than once`,
});

class QuoteQuery {
  @Param(text('contract id of the token paid; .stx for STX', { minLength: 1 }), oneContractId('tokenIn'))
  tokenIn!: string;

  @Param(text('contract id of the token received', { minLength: 1 }), oneContractId('tokenOut'))
  tokenOut!: string;

  @Param(
    text('positive whole number in decimal digits, 1 to 2^128 - 1', {
      pattern: '^[1-9][0-9]{0,38}$',
      'x-unit': 'smallest units of tokenIn',
    }),
    {
      missing: 'Missing amount parameter',
      error: 'Invalid amount parameter. Must be a positive integer.',
      cause: 'amount is not a whole number from 1 to 2^128 - 1',
      read: (raw): Units | undefined => {
        const amount = parseUnits(raw, { min: 1n });
        return amount.ok ? amount.value : undefined;
      },
    },
  )
  amount!: Units;

  @Param(
    number('how much less than quoted you would accept', {
      minimum: 0,
      maximum: 0.5,
      'x-unit': 'fraction',
    }),
    {
      error: 'Invalid slippage parameter. Must be a fraction from 0 to 0.5.',
      cause: 'slippage is not a fraction from 0 to 0.5',
      read: (raw): Slippage | undefined => {
        const slippage = parseSlippage(raw);
        return slippage.ok ? slippage.value : undefined;
      },
    },
  )
  slippage?: Slippage;
}

const NO_ROUTE: Readonly<Record<NoRouteReason, string>> = {
  'same-token': 'tokenIn is tokenOut',
  'unknown-token': 'a token is neither listed nor in any vault',
  'no-route': `no path of ${MAX_HOPS} hops or fewer`,
  'amount-too-small': 'a larger amount would give a unit or more',
  'insufficient-liquidity': 'the vaults hold too little',
};

const amount = (description: string) =>
  rounded(`${description}; loses digits beyond 2^53`, { minimum: 0, 'x-unit': 'smallest units' });
const held = (token: string) => amount(`held of ${token}; null in a subnet bridge`);

/** A hop with its tokens described. */
interface HopView {
  readonly hop: RouteHop;
  readonly tokenIn: Token;
  readonly tokenOut: Token;
}

/** The vault's token of that id, which is the hop's input or its output. */
const tokenOf = ({ tokenIn, tokenOut }: HopView, id: ContractId): Token =>
  tokenIn.contractId === id ? tokenIn : tokenOut;

const RESERVES = fields<RouteHop>()(
  {
    ...within(({ vault }: RouteHop) => vault, {
      tokenA: contractId('first token'),
      tokenB: contractId('second token'),
    }),
    reservesA: field(orNull(units('held of tokenA')), ({ reserves }) => reserves?.reserveA),
    reservesB: field(orNull(units('held of tokenB')), ({ reserves }) => reserves?.reserveB),
  },
  { description: 'what it held, exact; null in a subnet bridge, which pays 1:1 whatever it holds' },
);

const HOP_VAULT = fields<HopView>()(
  {
    ...within(({ hop }: HopView) => hop.vault, {
      contractId: contractId('the vault'),
      name: text('name'),
      symbol: text('symbol of its LP token'),
      type: field(wordOf({ POOL: 'an exchange', SUBLINK: 'a subnet bridge' }, 'what it does'), ({ kind }) =>
        kind === 'sublink' ? 'SUBLINK' : 'POOL',
      ),
      kind: oneOf(VAULT_KINDS, 'how it computes'),
      protocol: text('whose it is'),
      decimals: field(whole('decimals of its LP token', { minimum: 0, maximum: 18 }), () => LP_DECIMALS),
      fee: field(fee('on the input'), ({ feePpm }) => feePpm),
      externalPoolId: field(
        contractOrEmpty('holds the funds in place of the vault'),
        ({ externalPoolId }) => externalPoolId,
      ),
    }),
    tokenA: field(QUOTE_TOKEN.ref('first token'), (view) => tokenOf(view, view.hop.vault.tokenA)),
    tokenB: field(QUOTE_TOKEN.ref('second token'), (view) => tokenOf(view, view.hop.vault.tokenB)),
    reservesA: field(orNull(held('tokenA')), ({ hop }) => hop.reserves?.reserveA),
    reservesB: field(orNull(held('tokenB')), ({ hop }) => hop.reserves?.reserveB),
    reserves: field(RESERVES.schema, ({ hop }) => hop),
  },
  { description: 'the vault that it passes' },
);

const HOP_AMOUNTS = fields<RouteHop>()(
  { amountIn: amount('input of the hop'), amountOut: amount('output of the hop') },
  { description: 'what goes in and what comes out' },
);

export const HOP = named(
  'Hop',
  fields<HopView>()({
    vault: field(HOP_VAULT.schema, (view) => view),
    tokenIn: QUOTE_TOKEN.ref('paid in'),
    tokenOut: QUOTE_TOKEN.ref('paid out'),
    opcode: field(
      whole('0: token A to B; 1: B to A; 5: deposit into a subnet; 6: withdrawal from it', {
        enum: [0, 1, 5, 6],
      }),
      ({ hop }) => hop.opcode,
    ),
    quote: field(HOP_AMOUNTS.schema, ({ hop }) => hop),
  }),
);

/** A quote, or what clients know a missing route by. */
interface QuoteView extends Omit<QuotedRoute, 'route' | 'asOf' | 'protected'> {
  readonly hops: readonly HopView[];
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly asOf?: Date;
  readonly protected?: boolean;
  readonly reason?: NoRouteReason;
  readonly unknown?: readonly UnknownSide[];
}

const NOTHING = { path: [], hops: [], amountIn: 0n, amountOut: 0n, priceImpact: 0, fees: [] };

const FEE = fields<QuotedRoute['fees'][number]>()({
  token: contractId('the hop’s input token'),
  amount: units('fee of the hop'),
});

const UNKNOWN_SIDE = fields<UnknownSide>()({
  parameter: oneOf(['tokenIn', 'tokenOut'], 'which one'),
  token: field(text('as it was sent, 80 characters at most'), ({ token }) => shown(token)),
  meant: list(
    contractId('a token with this symbol'),
    'tokens are named by contract id; these have it as symbol',
    {
      maxItems: 3,
    },
  ),
});

export const QUOTE = named(
  'Quote',
  fields<QuoteView>()({
    path: list(QUOTE_TOKEN.ref(), 'tokens from tokenIn to tokenOut; empty without a route', {
      maxItems: MAX_HOPS + 1,
    }),
    hops: list(HOP.ref(), 'one per vault; empty without a route', { maxItems: MAX_HOPS }),
    amountIn: amount('input; 0 without a route'),
    amountOut: amount('output; 0 without a route'),
    amountInExact: field(units('input, exact'), ({ amountIn }) => amountIn),
    amountOutExact: field(units('output, exact'), ({ amountOut }) => amountOut),
    priceImpact: number('1 - rate of the route / mid rate, fees taken out', {
      minimum: 0,
      maximum: 1,
      'x-unit': 'fraction',
    }),
    fees: list(FEE.schema, 'one per hop'),
    asOf: optional(time('when the oldest reserves used were read; absent without a route')),
    blockHeight: optional(whole('block at which the reserves were read; absent without a route')),
    verified: optional(
      always(
        true,
        'present when only the vaults’ contracts know their maths: they quoted exactly these amounts',
      ),
    ),
    protected: optional(
      flag(
        'whether the chain can hold a swap over this route to its output less slippage; false: the last vault pays a subnet copy, which no post-condition binds, and the swap may pay less. Routes that can be held rank first. Absent without a route',
      ),
    ),
    minimumReceived: optional(units('amountOut less slippage, rounded down; with the parameter slippage')),
    reason: optional(wordOf(NO_ROUTE, 'present without a route: why')),
    unknown: optional(list(UNKNOWN_SIDE.schema, 'which tokens are unknown, with the reason unknown-token')),
  }),
);

const QUOTED = object({ success: always(true), data: QUOTE.ref('the best route, or why there is none') });

/**
 * The body of `GET /api/v1/quote`: amounts are smallest units, as numbers exact to 2^53 and as exact text. Without a
 * route, amounts are 0 and `reason` says why.
 */
export type QuoteResponse = WireOf<typeof QUOTED>;

const LOAD_FAILED = errorCase(
  500,
  'chain-unreachable',
  'Failed to load vault data',
  'the vaults cannot be read',
);

export const quoteRoute = preparedOperation({
  id: 'quoteRoute',
  limitedAs: 'quotes',
  path: '/api/v1/quote',
  summary: `Find the best route of up to ${MAX_HOPS} hops for a swap`,
  rules: [
    'A missing route is not an error: it is 200 with path [], hops [], amountIn 0, amountOut 0 and a reason. Check amountOut > 0.',
    'A quote is an estimate: it reserves nothing, sends nothing and has no slippage in it. An order takes a fresh quote when it executes.',
  ],
  query: QuoteQuery,
  response: {
    description: 'The route, or the reason why there is not one.',
    schema: QUOTED,
    caching: 'public, max-age=30, s-maxage=300, stale-while-revalidate=600',
    // It lives for a second and is a few packets.
    compressed: false,
  },
  errors: [LOAD_FAILED],
  curl: '"$BASE/swap/api/v1/quote?tokenIn=.stx&tokenOut=$TOKEN&amount=10000000000"',
  prepare: async ({ quotes }: QuoteParts, { query: { amount: amountIn, ...request } }) => {
    const quoted = await quotes.quote({ ...request, amountIn });
    const data = QUOTE.write(quoted.ok ? viewOf(quoted.value) : without(quoted.error));
    return { text: jsonText({ success: true as const, data }) };
  },
});

function viewOf(quoted: QuotedRoute): QuoteView {
  const { route, path } = quoted;
  const hops = route.hops.map((hop, n) => ({ hop, tokenIn: path[n]!, tokenOut: path[n + 1]! }));
  return { ...route, ...quoted, hops };
}

/** A missing route is a result; vaults that cannot be read are a failure. */
function without(error: QuoteRouteError): QuoteView {
  if (error.kind === 'no-route') return { ...NOTHING, ...error };
  throw new HttpError(LOAD_FAILED, { cause: error });
}
