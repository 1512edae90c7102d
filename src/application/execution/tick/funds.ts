import type { OrderTerms } from '../../../domain/order/order.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { ChainTip, ChainUnreachable, Ports } from '../../../ports/index.js';
import { readFunds, shortOf, spendable, type OwnerRefused } from '../send/check-owner.js';

/** One owner's balance of one token. */
class Balance {
  private reserved = 0n;
  private waiting: (() => void)[] = [];

  constructor(private left: bigint) {}

  async reserve(amount: bigint): Promise<Result<void, OwnerRefused>> {
    while (this.left >= amount && this.left - this.reserved < amount)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.left < amount) return err(shortOf(amount, this.left));
    this.reserved += amount;
    return ok();
  }

  commit(amount: bigint): void {
    this.left -= amount;
    this.release(amount);
  }

  release(amount: bigint): void {
    this.reserved -= amount;
    const waiting = this.waiting;
    this.waiting = [];
    waiting.forEach((resume) => resume());
  }
}

/** Reads what the order's owner may spend of its input token, in smallest units; undefined when that is unknown. */
export type ReadSpendable = (terms: OrderTerms) => Promise<Result<bigint | undefined, ChainUnreachable>>;

/** Balances as of one block, less what swaps of every process have under way. */
export function makeReadSpendable({
  balances,
  chain,
  swaps,
}: Pick<Ports, 'balances' | 'chain' | 'swaps'>): ReadSpendable {
  let tip: Promise<Result<ChainTip, ChainUnreachable>> | undefined;
  return async (terms) => {
    tip ??= chain.tip();
    const at = await tip;
    if (!at.ok) return at;
    const funds = await readFunds(balances, terms, at.value);
    return funds.ok ? ok(spendable(funds.value, await swaps.listLiveOf(terms.owner), terms)) : funds;
  };
}

/** Balances during one pass, each read once and reduced by what is spent, so that orders never share tokens. */
export type Funds = ReturnType<typeof openFunds>;

export function openFunds(readSpendable: ReadSpendable) {
  const readings = new Map<string, ReturnType<ReadSpendable>>();
  const balances = new Map<string, Balance>();

  const read = (key: string, terms: OrderTerms) => {
    const reading = readings.get(key) ?? readSpendable(terms);
    readings.set(key, reading);
    return reading;
  };

  return {
    /**
     * Reserves the order's input; `insufficient-balance` if the owner has less. Waits while the result depends on reservations that are
     * neither committed nor released. An unknown balance never blocks an order.
     */
    async reserve(terms: OrderTerms): Promise<Result<void, OwnerRefused | ChainUnreachable>> {
      const key = keyOf(terms);
      const units = await read(key, terms);
      if (!units.ok) return units;
      if (units.value === undefined) return ok();
      const balance = balances.get(key) ?? new Balance(units.value);
      balances.set(key, balance);
      return balance.reserve(terms.amountIn);
    },
    /** The reserved input is spent. */
    commit: (terms: OrderTerms): void => balances.get(keyOf(terms))?.commit(terms.amountIn),
    /** The reserved input is available again. */
    release: (terms: OrderTerms): void => balances.get(keyOf(terms))?.release(terms.amountIn),
  };
}

const keyOf = ({ inputToken, owner }: OrderTerms) => `${inputToken} ${owner}`;
