import type { Client, FoundQuote, QuoteResult } from '../../../sdk/client/index.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { Swap } from './exchange.js';

/** Asks the public interface for a quote now. @throws ClientError for an error status. */
export const quoteSwap = (
  { quotes }: Client,
  { sell, buy, amount }: Pick<Swap, 'amount'> & Readonly<Record<'sell' | 'buy', { contractId: ContractId }>>,
): Promise<QuoteResult> => quotes.get({ tokenIn: sell.contractId, tokenOut: buy.contractId, amount });

/** The pools that a swap moves. Subnet bridges exchange 1:1. */
export const poolsOf = ({ hops }: FoundQuote): readonly ContractId[] =>
  hops.filter(({ vault }) => vault.type === 'POOL').map(({ vault }) => vault.contractId as ContractId);
