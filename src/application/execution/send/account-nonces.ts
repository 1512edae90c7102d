import type { SentBy } from '../../../domain/order/evaluation/own-bounds.js';
import { foreignNonces } from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import { ok } from '../../../domain/shared/result.js';
import type { AccountNonces, ChainRead, Ports } from '../../../ports/index.js';
import type { FindSent } from '../../recovery/find-sent.js';
import { recentFlight } from '../../shared/single-flight.js';

/** Time (ms) for which the chain's word on an account's nonces is used while no block arrives. An owner's request reads them itself. */
const MAX_AGE_MS: Readonly<Record<SentBy, number>> = { executor: 250, owner: 0 };

type Needs = Pick<Ports, 'chain' | 'clock' | 'swaps' | 'executionObserver'>;

/**
 * Nonces of the operator's accounts, and those among them that no stored swap has: another program uses the account, or the database
 * has forgotten a swap.
 *
 * @param most number of the accounts.
 */
export function makeAccountNonces(
  { chain, clock, swaps, executionObserver }: Needs,
  { findSent }: { readonly findSent: Pick<FindSent, 'pending'> },
  { by, most }: { readonly by: SentBy; readonly most: number },
) {
  const noted = new Map<Address, string>();
  const recorded = new Map<Address, string>();

  /**
   * Handles pending nonces that no stored swap has. One may belong to an order of ours, broadcast before the database was rolled
   * back and forgotten it. The transactions are therefore read from the mempool, once, and recorded on their orders.
   */
  const record = async (account: Address, pending: readonly bigint[]): ChainRead<void> => {
    if (pending.length === 0) return ok();
    const foreign = foreignNonces(pending, (await swaps.heldNonces(account)).get(account)!);
    if (foreign.length === 0 || recorded.get(account) === foreign.join()) return ok();
    const found = await findSent.pending(account);
    if (!found.ok) return found;
    recorded.set(account, foreign.join());
    return ok();
  };

  return {
    /** Reads the account's nonces for new swaps that are prepared at the same time. The stored swaps say which ones are taken. */
    read: recentFlight(
      async ({
        account,
      }: {
        readonly account: Address;
        readonly height: number;
      }): ChainRead<AccountNonces> => {
        const nonces = await chain.accountNonces(account);
        if (!nonces.ok) return nonces;
        const handled = await record(account, nonces.value.pending);
        return handled.ok ? nonces : handled;
      },
      {
        clock,
        maxAgeMs: MAX_AGE_MS[by],
        most,
        keyOf: ({ account, height }) => `${account} ${height}`,
        isKept: ({ ok: isRead }) => isRead,
      },
    ),
    /** Observes the account's foreign nonces when they change. */
    noteForeign: (account: Address, nonces: readonly bigint[]): void => {
      if (nonces.join() === (noted.get(account) ?? '')) return;
      noted.set(account, nonces.join());
      executionObserver?.observe({ kind: 'foreign-nonces', account, nonces });
    },
  };
}
