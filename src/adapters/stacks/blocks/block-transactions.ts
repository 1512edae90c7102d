import type { Txid } from '../../../domain/order/ids.js';
import type { BlockRef } from '../../../domain/order/swap-transaction.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf, isCount } from '../../../domain/shared/fields.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead } from '../../../ports/index.js';
import { contractsNamedIn, type Reach } from '../contracts/contract-reach.js';

/** A transaction of a block as the index describes it. */
export type Transaction = Readonly<Record<string, unknown>>;

/**
 * The block's transactions before this one; `all` if the index does not number them, undefined if it does not have this one in the
 * block.
 */
export function precedingIn(
  transactions: readonly Transaction[],
  txid: Txid,
  { blockHash }: BlockRef,
): readonly Transaction[] | 'all' | undefined {
  const own = transactions.find((each) => each['tx_id'] === `0x${txid}`);
  const isIn = blockHash === undefined || String(own?.['block_hash']).replace(/^0x/, '') === blockHash;
  if (own === undefined || !isIn) return undefined;
  if (transactions.some(({ tx_index: index }) => !isCount(index))) return 'all';
  const position = Number(own['tx_index']);
  return transactions.filter(({ tx_index: index }) => Number(index) < position);
}

/** At least every contract that the transactions may have changed; `all` if unknown. */
export async function contractsOf(
  transactions: readonly Transaction[],
  reach: Reach,
): ChainRead<ReadonlySet<ContractId> | 'all'> {
  const roots = new Set<ContractId>();
  for (const transaction of transactions) {
    const named = rootsOf(transaction);
    if (named === 'all') return ok('all');
    named.forEach((contract) => roots.add(contract));
  }
  return reach.of(roots);
}

/** The transaction's contract call; without fields if it calls no contract. */
export const callOf = (transaction: Transaction) => fieldsOf(transaction['contract_call']);

/** Whether the transaction had no effect except for its fee. */
export const hasNoEffect = ({ tx_status: status }: Transaction): boolean =>
  ['abort_by_response', 'abort_by_post_condition', 'problematic_skipped'].includes(String(status));

/** The contracts that the transaction itself names. */
export function rootsOf(transaction: Transaction): readonly ContractId[] | 'all' {
  if (hasNoEffect(transaction)) return [];
  switch (transaction['tx_type']) {
    case 'coinbase':
    case 'tenure_change':
    case 'poison_microblock':
      return [];
    case 'token_transfer':
      return contractsNamedIn(String(fieldsOf(transaction['token_transfer'])['recipient_address']));
    case 'smart_contract':
      return contractsNamedIn(String(fieldsOf(transaction['smart_contract'])['contract_id']));
    case 'contract_call': {
      const { contract_id: contract, function_args: args } = callOf(transaction);
      const values = Array.isArray(args) ? args.map((arg) => String(fieldsOf(arg)['repr'])) : [];
      return contractsNamedIn([String(contract), ...values].join(' '));
    }
    default:
      return 'all';
  }
}
