import type { OrderTerms } from '../../../domain/order/order.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { ChainUnreachable, TokenBalances } from '../../../ports/index.js';

/**
 * What owners can still pay during one pass. Each balance is read once, and what was paid is counted, so that many
 * orders of one owner do not all count on the same tokens.
 */
export interface Funds {
  /**
   * Sets the order's input aside, or answers false if the owner has less. While the answer depends on what becomes of
   * others that are being sent, it waits for those. A balance that nobody tells holds nothing back.
   */
  setAside(terms: OrderTerms): Promise<Result<boolean, ChainUnreachable>>;
  /** What was set aside is paid, or free again. */
  settle(terms: OrderTerms, outcome: 'paid' | 'free'): void;
}

/** One owner's balance of one token. */
class Purse {
  private aside = 0n;
  private waiting: (() => void)[] = [];

  constructor(private left: bigint) {}

  async setAside(amount: bigint): Promise<boolean> {
    while (this.left >= amount && this.left - this.aside < amount)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.left < amount) return false;
    this.aside += amount;
    return true;
  }

  settle(amount: bigint, outcome: 'paid' | 'free'): void {
    this.aside -= amount;
    if (outcome === 'paid') this.left -= amount;
    const waiting = this.waiting;
    this.waiting = [];
    waiting.forEach((goOn) => goOn());
  }
}

export function openFunds(balances: TokenBalances): Funds {
  const readings = new Map<string, ReturnType<TokenBalances['balanceOf']>>();
  const purses = new Map<string, Purse>();

  const read = (key: string, { inputToken, owner }: OrderTerms) => {
    const reading = readings.get(key) ?? balances.balanceOf(inputToken, owner);
    readings.set(key, reading);
    return reading;
  };

  return {
    async setAside(terms) {
      const key = keyOf(terms);
      const balance = await read(key, terms);
      if (!balance.ok) return balance;
      if (balance.value === undefined) return ok(true);
      const purse = purses.get(key) ?? new Purse(balance.value);
      purses.set(key, purse);
      return ok(await purse.setAside(terms.amountIn));
    },
    settle: (terms, outcome) => purses.get(keyOf(terms))?.settle(terms.amountIn, outcome),
  };
}

const keyOf = ({ inputToken, owner }: OrderTerms) => `${inputToken} ${owner}`;
