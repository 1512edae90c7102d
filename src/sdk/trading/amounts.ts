import type { Token } from '../../domain/market/registry.js';
import { decimal, units } from '../signing/index.js';
import { TermsError } from './terms-error.js';

/** Whether an amount means the whole balance. */
export const isAll = (amount: unknown): boolean =>
  typeof amount === 'string' && amount.toLowerCase() === 'all';

/** An amount in whole tokens: of `all` that of the balance, smallest units, and otherwise as it is. @throws TermsError, SigningError */
export function wholeAmount(amount: string, sell: Token, balance: bigint | undefined): string {
  if (!isAll(amount)) {
    units(amount, sell);
    return amount;
  }
  if (balance === undefined) throw new TermsError('amount', 'the balance is unknown now: name the amount');
  if (balance > 0n) return decimal(balance, sell.decimals);
  throw new TermsError(
    'amount',
    `the owner holds no ${sell.symbol} in the subnet copy ${sell.contractId}, from which orders are paid: deposit first`,
  );
}
