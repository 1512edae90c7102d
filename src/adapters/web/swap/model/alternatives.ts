import type { Client, Quote, QuoteQuery, Vault } from '../../../../client/index.js';

/** A route beside the best one, put together of the best route to a token and the best one from it. */
export interface Alternative {
  readonly hops: Quote['hops'];
  /** Smallest units of what is bought. */
  readonly amountOut: bigint;
}

type Request = Pick<QuoteQuery, 'tokenIn' | 'tokenOut' | 'amount'>;

const MOST_ASKED = 10;
const MOST_SHOWN = 4;
const MOST_HOPS = 4;

/**
 * Other routes of a swap, best first. The service quotes the best route alone, so each token between is asked for the best route to it,
 * and from it with what that gives.
 */
export async function alternatives(
  quotes: Client['quotes'],
  { vaults, request, best }: { vaults: readonly Vault[]; request: Request; best: Quote },
  signal: AbortSignal,
): Promise<readonly Alternative[]> {
  const { tokenIn, tokenOut, amount } = request;
  const between = tokensBetween(vaults, tokenIn, tokenOut).slice(0, MOST_ASKED);
  const firsts = await quotes.getMany(
    between.map((token) => ({ tokenIn, tokenOut: token, amount })),
    { signal },
  );
  const legs = firsts.flatMap((first, n) => (isRoute(first) ? [{ first, token: between[n]! }] : []));
  if (legs.length === 0) return [];
  const seconds = await quotes.getMany(
    legs.map(({ first, token }) => ({ tokenIn: token, tokenOut, amount: first.amountOutExact })),
    { signal },
  );
  const routes = legs.flatMap(({ first }, n) => {
    const second = seconds[n];
    return second !== undefined && isRoute(second) ? [joined(first, second)] : [];
  });
  return distinct(routes, best)
    .sort((a, b) => (a.amountOut < b.amountOut ? 1 : -1))
    .slice(0, MOST_SHOWN);
}

const isRoute = (quote: Awaited<ReturnType<Client['quotes']['getMany']>>[number]): quote is Quote =>
  'hops' in quote && quote.hops.length > 0;

const joined = (first: Quote, second: Quote): Alternative => ({
  hops: [...first.hops, ...second.hops],
  amountOut: BigInt(second.amountOutExact),
});

/** Tokens that share a routed vault with one end or the other; those that share one with both come first. */
export function tokensBetween(
  vaults: readonly Vault[],
  tokenIn: string,
  tokenOut: string,
): readonly string[] {
  const beside = (token: string) =>
    vaults.flatMap(({ feePpm, liquidity }) => {
      const ids: readonly string[] = liquidity.map(({ contractId }) => contractId);
      return feePpm !== null && ids.includes(token) ? ids.filter((id) => id !== token) : [];
    });
  const [first, last] = [new Set(beside(tokenIn)), new Set(beside(tokenOut))];
  const both = [...first].filter((token) => last.has(token));
  return [...new Set([...both, ...last, ...first])].filter(
    (token) => token !== tokenIn && token !== tokenOut,
  );
}

/** Routes that could be swapped as they are: of four hops at most, through each vault and each token once, and none twice. */
function distinct(routes: readonly Alternative[], best: Quote): Alternative[] {
  const seen = new Set([vaultsOf(best)]);
  return routes.filter((route) => {
    const { hops } = route;
    const vaults = hops.map(({ vault }) => vault.contractId);
    const tokens = [...hops.map(({ tokenIn }) => tokenIn.contractId), hops.at(-1)!.tokenOut.contractId];
    const isSimple = new Set(vaults).size === vaults.length && new Set(tokens).size === tokens.length;
    const isNew = !seen.has(vaultsOf(route));
    seen.add(vaultsOf(route));
    return isNew && isSimple && hops.length <= MOST_HOPS;
  });
}

const vaultsOf = ({ hops }: Pick<Quote, 'hops'>): string =>
  hops.map(({ vault }) => vault.contractId).join(' ');
