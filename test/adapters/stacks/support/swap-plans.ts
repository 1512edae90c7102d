import type { Route, RouteHop } from '../../../../src/domain/router/best-route.js';
import type { Registry, Token } from '../../../../src/domain/market/registry.js';
import { parseSlippage } from '../../../../src/domain/router/slippage.js';
import { opcodeFor } from '../../../../src/domain/vault/kinds.js';
import type { RoutableVault } from '../../../../src/domain/vault/vault.js';
import { STX, type ContractId } from '../../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../../src/domain/shared/result.js';
import type { Units } from '../../../../src/domain/shared/units.js';
import type { SwapPlan } from '../../../../src/ports/index.js';
import { someTerms } from '../../../support/builders.js';
import { A } from './registry-document.js';

export const id = (name: string) => (name === STX ? STX : `${A}.${name}`) as ContractId;

const token = (name: string, more: Partial<Token> = {}): Token => ({
  contractId: id(name),
  symbol: name,
  name,
  decimals: 6,
  identifier: `${name}-asset`,
  ...more,
});
const subnetOf = (name: string): Token =>
  token(`${name}-subnet`, { type: 'SUBNET', base: id(name), blaze: 'v1' });

export const REGISTRY: Registry = {
  network: 'testnet',
  routers: [{ id: id('router'), payout: 'signer', blaze: ['v1', 'v2'] }],
  wstx: id('wstx'),
  sbtc: id('sbtc'),
  verifier: { v1: id('v1'), v2: id('v2') },
  tokens: [token(STX), token('wstx'), token('x'), token('y'), token('z'), subnetOf('x'), subnetOf('z')],
  vaults: [],
  blocked: [],
};

/** What the name of a vault says about it; every other vault is a pool without a fee. */
const NAMED: readonly [prefix: string, facts: Pick<RoutableVault, 'kind' | 'feePpm' | 'stxWrapper'>][] = [
  ['link', { kind: 'sublink', feePpm: 0 }],
  ['velar', { kind: 'velar', feePpm: 3_000 }],
  ['arkadiko', { kind: 'arkadiko', feePpm: 3_000, stxWrapper: `${id('wrapped')}::wrapped-stx` }],
];

/** A hop as `vault: tokenIn amountIn > tokenOut amountOut`. A vault with `@pool` is paid by that pool. */
export function hop(text: string): RouteHop {
  const [vaultText, sides] = text.split(': ') as [string, string];
  const [[tokenIn, amountIn], [tokenOut, amountOut]] = sides.split(' > ').map((side) => side.split(' ')) as [
    [string, string],
    [string, string],
  ];
  const [name, pool] = vaultText.split('@') as [string, string?];
  const isSublink = name.startsWith('link');
  const isDeposit = tokenOut.endsWith('-subnet');
  const vault: RoutableVault = {
    contractId: id(name),
    protocol: 'TEST',
    tokenA: id(isSublink && !isDeposit ? tokenOut : tokenIn),
    tokenB: id(isSublink && !isDeposit ? tokenIn : tokenOut),
    ...(NAMED.find(([prefix]) => name.startsWith(prefix))?.[1] ?? { kind: 'pool', feePpm: 0 }),
    ...(pool !== undefined && { externalPoolId: id(pool) }),
    name,
    symbol: name,
  };
  return {
    vault,
    opcode: opcodeFor(vault, id(tokenIn)),
    tokenIn: id(tokenIn),
    tokenOut: id(tokenOut),
    amountIn: BigInt(amountIn) as Units,
    dx: BigInt(amountIn) as Units,
    amountOut: BigInt(amountOut) as Units,
  };
}

export function route(...hops: string[]): Route {
  const made = hops.map(hop);
  return { hops: made, amountIn: made[0]!.amountIn, amountOut: made.at(-1)!.amountOut };
}

export interface PlanOptions {
  /** One percent by default. */
  readonly slippage?: string;
  readonly minAmountOut?: bigint;
  /** The slippage that the order names for itself. */
  readonly ownSlippage?: number;
}

export function plan(
  hops: string[],
  { slippage = '0.01', minAmountOut, ownSlippage }: PlanOptions = {},
): SwapPlan {
  const made = route(...hops);
  return {
    terms: someTerms({
      router: id('router'),
      inputToken: made.hops[0]!.tokenIn,
      outputToken: made.hops.at(-1)!.tokenOut,
      amountIn: made.amountIn,
      ...(minAmountOut !== undefined && { minAmountOut: minAmountOut as Units }),
      ...(ownSlippage !== undefined && { slippage: ownSlippage }),
    }),
    route: made,
    slippage: unwrap(parseSlippage(slippage)),
    registry: REGISTRY,
  };
}
