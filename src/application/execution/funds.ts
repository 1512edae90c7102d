import type { OrderTerms } from '../../domain/order/order.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, TokenBalances } from '../../ports/index.js';

/**
 * What owners can still pay during one pass. Each balance is read once, and what is taken is counted, so that many
 * orders of one owner do not all count on the same tokens.
 */
export interface Funds {
  /** Takes the order's input, or answers false if the owner has less. A balance that nobody tells holds nothing back. */
  take(terms: OrderTerms): Promise<Result<boolean, ChainUnreachable>>;
  /** Gives back what was taken for a swap that was not sent. */
  giveBack(terms: OrderTerms): void;
}

interface Purse {
  /** Absent: unknown. */
  left?: bigint;
}

export function openFunds(balances: TokenBalances): Funds {
  const purses = new Map<string, Promise<Result<Purse, ChainUnreachable>>>();
  const opened = new Map<string, Purse>();

  const open = async ({ inputToken, owner }: OrderTerms): Promise<Result<Purse, ChainUnreachable>> => {
    const balance = await balances.balanceOf(inputToken, owner);
    if (!balance.ok) return balance;
    const purse = balance.value === undefined ? {} : { left: balance.value };
    opened.set(keyOf({ inputToken, owner }), purse);
    return ok(purse);
  };

  return {
    async take(terms) {
      const key = keyOf(terms);
      const opening = purses.get(key) ?? open(terms);
      purses.set(key, opening);
      const purse = await opening;
      if (!purse.ok) return purse;
      const { left } = purse.value;
      if (left === undefined) return ok(true);
      if (left < terms.amountIn) return ok(false);
      purse.value.left = left - terms.amountIn;
      return ok(true);
    },
    giveBack(terms) {
      const purse = opened.get(keyOf(terms));
      if (purse?.left !== undefined) purse.left += terms.amountIn;
    },
  };
}

const keyOf = ({ inputToken, owner }: Pick<OrderTerms, 'inputToken' | 'owner'>) => `${inputToken} ${owner}`;
