import { STX, type ContractId } from '../shared/contract-id.js';
import type { Movement } from './movement.js';
import type { TradedPool, TradedPools } from './traded-pools.js';

/** A swap of one vault. A swap over several hops is a trade of each vault. Amounts are in smallest units. */
export interface Trade {
  readonly vault: ContractId;
  readonly tokenIn: ContractId;
  /** Amount that the vault's holder received, including a fee that it forwards. */
  readonly amountIn: bigint;
  readonly tokenOut: ContractId;
  /** Amount of the output token that the vault's holder sent, including a fee that it pays out. */
  readonly amountOut: bigint;
  /** Index of the event with the input, which no other trade of the transaction has. */
  readonly place: number;
}

/**
 * Returns the trades of a successful transaction by its movements, which are in the order of its events, through
 * whichever contract the vaults were called. Liquidity that is added or removed is no trade, and neither is a payment to a vault.
 *
 * A trade is the last payment of one token to the holder before it sends another one. A token that is minted or burnt and not listed is a
 * share of a pool, which separates a trade from liquidity that is added or removed in the same transaction.
 */
export function tradesOf(movements: readonly Movement[], traded: TradedPools): readonly Trade[] {
  return traded.pools
    .flatMap((pool) => tradesOfPool(movements, pool, traded))
    .sort((a, b) => a.place - b.place);
}

interface Amount {
  readonly token: ContractId | string;
  amount: bigint;
}

function tradesOfPool(
  movements: readonly Movement[],
  pool: TradedPool,
  { tokenOf }: TradedPools,
): readonly Trade[] {
  const trades: Trade[] = [];
  let input: (Amount & { readonly place: number }) | undefined;
  let output: Amount | undefined;

  const end = () => {
    const trade = input && output && tradeBetween(pool, input, output, tokenOf);
    if (trade !== undefined) trades.push(trade);
    input = undefined;
    output = undefined;
  };

  for (const { asset, from, to, amount, place } of movements) {
    const isWrapper = (pool.wrappers as ReadonlySet<string>).has(asset);
    const token = isWrapper ? STX : tokenOf(asset);
    if (from === undefined || to === undefined) {
      if (token === undefined) end();
      continue;
    }
    // An exchange with a wrapper keeps its books in it: the STX behind it moves in addition.
    const isBacking = pool.wrappers.size > 0 && !isWrapper && token === STX;
    if (isBacking || from === to) continue;
    if (to === pool.holder) {
      end();
      input = { token: token ?? asset, amount, place };
    } else if (from === pool.holder && input !== undefined) {
      const sent = token ?? asset;
      if (sent === input.token) continue;
      if (output === undefined) output = { token: sent, amount };
      else if (output.token === sent) output.amount += amount;
    }
  }
  end();
  return trades;
}

/** The trade of the pool's first vault that exchanges the two tokens; undefined if no vault does. */
function tradeBetween(
  { vaults }: TradedPool,
  input: Amount & { readonly place: number },
  output: Amount,
  tokenOf: TradedPools['tokenOf'],
): Trade | undefined {
  for (const { contractId: vault, tokenA, tokenB } of vaults) {
    const [a, b] = [tokenOf(tokenA), tokenOf(tokenB)];
    if (![a, b].includes(input.token as ContractId) || ![a, b].includes(output.token as ContractId)) continue;
    const [tokenIn, tokenOut] = a === input.token ? [tokenA, tokenB] : [tokenB, tokenA];
    return { vault, tokenIn, amountIn: input.amount, tokenOut, amountOut: output.amount, place: input.place };
  }
  return undefined;
}
