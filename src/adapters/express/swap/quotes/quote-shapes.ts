import type { QuotedRoute } from '../../../../application/quotes/quote-route.js';
import type { UnknownSide } from '../../../../application/quotes/sides.js';
import type { Token } from '../../../../domain/market/registry.js';
import { MAX_HOPS, type RouteHop } from '../../../../domain/router/best-route.js';
import type { NoRouteReason } from '../../../../domain/router/quote.js';
import type { ContractId } from '../../../../domain/shared/contract-id.js';
import { rulesOf, VAULT_KINDS } from '../../../../domain/vault/kinds.js';
import { LP_DECIMALS } from '../../../../domain/vault/vault.js';
import { contractId, contractOrEmpty, fee } from '../../schema/common-schemas.js';
import {
  always,
  flag,
  list,
  number,
  oneOf,
  orNull,
  rounded,
  text,
  time,
  units,
  whole,
  wordOf,
} from '../../schema/schema.js';
import { field, fields, named, optional, within } from '../../schema/shape.js';
import { shown } from '../../errors/shown.js';
import { QUOTE_TOKEN } from '../orders/token-shapes.js';

/** Words for the reasons why there is no route. */
export const NO_ROUTE: Readonly<Record<NoRouteReason, string>> = {
  'same-token': 'tokenIn is tokenOut',
  'unknown-token': 'a token is neither listed nor in any vault',
  'no-route': `no path of at most ${MAX_HOPS} hops`,
  'amount-too-small': 'a larger amount would give at least a unit',
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
  { description: 'reserve, exact; null in a subnet bridge, which pays 1:1 whatever it holds' },
);

const HOP_VAULT = fields<HopView>()(
  {
    ...within(({ hop }: HopView) => hop.vault, {
      contractId: contractId('the vault'),
      name: text('name'),
      symbol: text('symbol of its LP token'),
      type: field(wordOf({ POOL: 'an exchange', SUBLINK: 'a subnet bridge' }, 'purpose'), (vault) =>
        rulesOf(vault).isEven ? 'SUBLINK' : 'POOL',
      ),
      kind: oneOf(VAULT_KINDS, 'kind of the vault'),
      protocol: text('protocol of the vault'),
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
  { description: 'the vault of the hop' },
);

const HOP_AMOUNTS = fields<RouteHop>()(
  { amountIn: amount('input of the hop'), amountOut: amount('output of the hop') },
  { description: 'input and output' },
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

/** A quote, or the response that clients expect if there is no route. */
export interface QuoteView extends Omit<QuotedRoute, 'route' | 'asOf' | 'protected'> {
  readonly hops: readonly HopView[];
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly asOf?: Date;
  readonly protected?: boolean;
  readonly reason?: NoRouteReason;
  readonly unknown?: readonly UnknownSide[];
}

/** Fields of every response without a route. */
export const NOTHING = { path: [], hops: [], amountIn: 0n, amountOut: 0n, priceImpact: 0, fees: [] };

const FEE = fields<QuotedRoute['fees'][number]>()({
  token: contractId('the hop’s input token'),
  amount: units('fee of the hop'),
});

export const UNKNOWN_SIDE = fields<UnknownSide>()({
  parameter: oneOf(['tokenIn', 'tokenOut'], 'name of the intended token'),
  token: field(text('as sent, at most 80 characters'), ({ token }) => shown(token)),
  meant: list(
    contractId('a token with this symbol'),
    'tokens are named by contract id; these have the text as their symbol',
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
    priceImpact: number('1 - rate of the route / mid rate, without fees', {
      minimum: 0,
      maximum: 1,
      'x-unit': 'fraction',
    }),
    fees: list(FEE.schema, 'one per hop'),
    asOf: optional(time('time at which the oldest reserves used were read; absent without a route')),
    blockHeight: optional(whole('block at which the reserves were read; absent without a route')),
    verified: optional(
      always(
        true,
        'present if only the vaults’ contracts know their maths: they quoted exactly these amounts',
      ),
    ),
    protected: optional(
      flag(
        'whether the chain can hold a swap over this route to its output less slippage; false: the last vault pays a subnet copy, which no post-condition binds, and the swap may pay less. Routes that can be held rank first. Absent without a route',
      ),
    ),
    isLeast: optional(
      flag(
        'with amountOut: whether less input is not enough, by what the vaults show and have quoted; false: vaults that only their contracts can quote took too many questions, and slightly less may do',
      ),
    ),
    minimumReceived: optional(units('amountOut less slippage, rounded down; with the parameter slippage')),
    reason: optional(wordOf(NO_ROUTE, 'reason if there is no route')),
    unknown: optional(list(UNKNOWN_SIDE.schema, 'tokens that are unknown, with the reason unknown-token')),
  }),
);

/** The view of a route. */
export function viewOf(quoted: QuotedRoute): QuoteView {
  const { route, path } = quoted;
  const hops = route.hops.map((hop, n) => ({ hop, tokenIn: path[n]!, tokenOut: path[n + 1]! }));
  return { ...route, ...quoted, hops };
}
