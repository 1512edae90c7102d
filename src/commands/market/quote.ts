import type { ContractId } from '../../domain/shared/contract-id.js';
import { request } from '../request.js';
import type { Swap } from './exchange.js';

/** What the public interface says that a swap would do now. */
export interface Quote {
  readonly hops: readonly { readonly vault: { readonly contractId: ContractId; readonly type: string } }[];
  readonly amountOutExact: string;
  /** Whether the chain holds the swap to what is quoted. */
  readonly protected: boolean;
  /** The block of the reserves that it follows from. */
  readonly blockHeight?: number | null;
  /** Why there is no route. */
  readonly reason?: string;
}

/** @throws Refused for an error status. */
export async function quoteSwap(
  url: string,
  { sell, buy, amount }: Pick<Swap, 'amount'> & Readonly<Record<'sell' | 'buy', { contractId: ContractId }>>,
): Promise<Quote> {
  const query = new URLSearchParams({
    tokenIn: sell.contractId,
    tokenOut: buy.contractId,
    amount: amount.toString(),
  });
  return (await request<{ data: Quote }>(`${url}/swap/api/v1/quote?${query.toString()}`)).data;
}

/** The pools that a swap moves. Subnet bridges exchange 1:1. */
export const poolsOf = ({ hops }: Quote): readonly ContractId[] =>
  hops.filter(({ vault }) => vault.type === 'POOL').map(({ vault }) => vault.contractId);
