import type { OrderTerms } from '../../../domain/order/order.js';
import type { Address } from '../../../domain/shared/address.js';
import type { Moment } from '../../../domain/order/evaluation/retry-policy.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { BalanceTurn, ChainTip, ChainRead, ChainUnreachable, Ports } from '../../../ports/index.js';
import { readFunds, shortOf, spendable, type OwnerRefused } from '../send/check-owner.js';
import { grouped } from '../../shared/in-groups.js';
import type { OwnerFunds } from './owner-funds.js';

/** Maximum number of owners whose live swaps are read together. */
const MOST_TOGETHER = 50;

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

/** Reads how much of the input token the order's owner may spend, in smallest units; undefined if unknown. */
export type ReadSpendable = (terms: OrderTerms, turn: BalanceTurn) => ChainRead<bigint | undefined>;

/** Makes a reader of balances as of one block, less what the live swaps of all processes spend. */
export function makeReadSpendable({
  balances,
  chain,
  swaps,
}: Pick<Ports, 'balances' | 'chain' | 'swaps'>): ReadSpendable {
  let tip: ChainRead<ChainTip> | undefined;
  const liveOf = grouped(MOST_TOGETHER)(async (owners: readonly Address[]) => {
    const live = await swaps.liveOf(...new Set(owners));
    return owners.map((owner) => live.get(owner)!);
  });
  return async (terms, turn) => {
    tip ??= chain.tip();
    const at = await tip;
    if (!at.ok) return at;
    const funds = await readFunds(balances, terms, at.value, turn);
    return funds.ok ? ok(spendable(funds.value, await liveOf(terms.owner), terms)) : funds;
  };
}

/** Balances during one pass. Each is read once and reduced by what is spent, so no two orders spend the same tokens. */
export type Funds = ReturnType<typeof openFunds>;

export function openFunds(
  readSpendable: ReadSpendable,
  { owners, moment }: { readonly owners: OwnerFunds; readonly moment: () => Moment },
) {
  const readings = new Map<string, ReturnType<ReadSpendable>>();
  const balances = new Map<string, Balance>();
  /** Time of the next read for each owner whose funds were insufficient, or could not be read, in this pass. */
  const again = new Map<string, Date>();

  const read = (key: string, terms: OrderTerms, turn: BalanceTurn) => {
    const reading = readings.get(key) ?? readSpendable(terms, turn);
    readings.set(key, reading);
    return reading;
  };

  return {
    /**
     * Reserves the order's input; `insufficient-balance` if the owner has less. Waits while the result depends on reservations that are
     * neither committed nor released. An unknown balance never blocks an order. `isNew`: the order has not failed before.
     */
    async reserve(
      terms: OrderTerms,
      { isNew }: { readonly isNew: boolean },
    ): Promise<Result<void, OwnerRefused | ChainUnreachable>> {
      const key = keyOf(terms);
      const amount = terms.amountIn;
      const turn = readings.has(key) ? 'swap' : owners.turnOf(key, { amount, isNew, now: moment().now });
      if (typeof turn === 'object') return err(shortOf(amount, turn.units, turn.until));
      const units = await read(key, terms, turn);
      if (!units.ok) {
        if (units.error.isShareUsedUp !== true) return units;
        const until = again.get(key) ?? owners.unread(key, moment());
        again.set(key, until);
        return err({ ...units.error, retryAfterMs: until.getTime() - moment().now.getTime() });
      }
      if (units.value === undefined) return ok();
      const left = units.value;
      if (left < amount) {
        const until = again.get(key) ?? owners.short(key, left, moment());
        again.set(key, until);
        return err(shortOf(amount, left, until));
      }
      owners.covered(key, left);
      const balance = balances.get(key) ?? new Balance(left);
      balances.set(key, balance);
      return balance.reserve(amount);
    },
    /** Marks the reserved input as spent. */
    commit: (terms: OrderTerms): void => balances.get(keyOf(terms))?.commit(terms.amountIn),
    /** Makes the reserved input available again. */
    release: (terms: OrderTerms): void => balances.get(keyOf(terms))?.release(terms.amountIn),
  };
}

const keyOf = ({ inputToken, owner }: OrderTerms) => `${inputToken} ${owner}`;
