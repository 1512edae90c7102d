import type { Spending } from '../../domain/order/evaluation/brakes.js';
import type { AccountLoad } from '../../domain/order/evaluation/operator-accounts.js';
import type { OrderUuid, Txid } from '../../domain/order/ids.js';
import {
  isLive,
  isSameNonce,
  isSameState,
  type SwapTransaction,
} from '../../domain/order/swap-transaction.js';
import type { SentTransaction } from '../../domain/operator/costs.js';
import { txidOf, type Order } from '../../domain/order/order.js';
import type { Address } from '../../domain/shared/address.js';
import { defined } from '../../domain/shared/fields.js';
import { toUnits } from '../../domain/shared/units.js';
import type {
  NoncePlace,
  OwnerStanding,
  SentQuery,
  SwapChange,
  SwapRepository,
} from '../../ports/swap-repository.js';
import type { Session } from './tables.js';

export class InMemorySwapRepository implements SwapRepository {
  constructor(private readonly session: Session) {}

  insert(...added: readonly SwapTransaction[]): Promise<void> {
    const copies = structuredClone(added);
    return this.session.write(({ swaps }) => {
      for (const { txid } of copies)
        if (swaps.get(txid) !== undefined) throw new Error(`swap ${txid} is stored already`);
      for (const swap of copies) swaps.set(swap.txid, swap);
    });
  }

  update(...changes: readonly SwapChange[]): Promise<ReadonlySet<Txid>> {
    const copies = structuredClone(changes);
    return this.session.write(({ swaps }) => {
      const updated = new Set<Txid>();
      for (const { from, to } of copies) {
        const stored = swaps.get(from.txid);
        if (stored === undefined || !isSameState(stored, from)) continue;
        const { block: _previous, ...rest } = stored;
        swaps.set(from.txid, { ...rest, ...to });
        updated.add(from.txid);
      }
      return updated;
    });
  }

  findByTxid(txid: Txid): Promise<SwapTransaction | undefined> {
    return this.session.read(({ swaps }) => swaps.get(txid));
  }

  listByTxid(...txids: readonly Txid[]): Promise<readonly SwapTransaction[]> {
    return this.oldestFirst(({ txid }) => txids.includes(txid));
  }

  listByOrder(...uuids: readonly OrderUuid[]): Promise<readonly SwapTransaction[]> {
    return this.oldestFirst(({ orderUuid }) => uuids.includes(orderUuid));
  }

  async listLive(limit: number, after?: NoncePlace): Promise<readonly SwapTransaction[]> {
    const live = await this.oldestFirst(
      (swap) => isLive(swap.state) && (after === undefined || byNonce(swap, after) > 0),
    );
    live.sort(byNonce);
    const last = live[limit - 1];
    return last === undefined ? live : live.filter((swap) => byNonce(swap, last) <= 0);
  }

  async heldNonces(...senders: readonly Address[]): Promise<ReadonlyMap<Address, readonly bigint[]>> {
    const live = await this.oldestFirst(({ state }) => isLive(state));
    const heldBy = (account: Address) =>
      live.flatMap(({ sender, nonce }) => (sender === account ? nonce : []));
    const sorted = (nonces: readonly bigint[]) => [...new Set(nonces)].sort((a, b) => (a < b ? -1 : 1));
    return new Map(senders.map((sender) => [sender, sorted(heldBy(sender))]));
  }

  liveOf(...owners: readonly Address[]): Promise<ReadonlyMap<Address, readonly SwapTransaction[]>> {
    return this.session.read(({ swaps, orders }) => {
      const live = [...swaps.values()].filter(({ state, purpose }) => purpose === 'swap' && isLive(state));
      const ownerOf = ({ orderUuid }: SwapTransaction) => orders.get(orderUuid)?.terms.owner;
      const sorted = live.sort(byAge);
      return new Map(owners.map((owner) => [owner, sorted.filter((swap) => ownerOf(swap) === owner)]));
    });
  }

  async senders(): Promise<readonly Address[]> {
    const all = await this.oldestFirst(() => true);
    return [...new Set(all.map(({ sender }) => sender))].sort();
  }

  async loads(): Promise<ReadonlyMap<Address, AccountLoad>> {
    const live = await this.oldestFirst(({ state }) => isLive(state));
    const keyOf = ({ sender, nonce }: NoncePlace) => `${sender} ${nonce}`;
    // Replacements share a nonce. They count once, or not at all if one of them is in a block, which settles the nonce.
    const counted = new Set(live.filter(({ state }) => state === 'included').map(keyOf));
    const loads = new Map<Address, AccountLoad>();
    for (const swap of live) {
      if (counted.has(keyOf(swap))) continue;
      counted.add(keyOf(swap));
      const known = loads.get(swap.sender);
      const { storedAt: since, txid: oldest } = swap;
      loads.set(swap.sender, { since, oldest, ...known, inFlight: (known?.inFlight ?? 0) + 1 });
    }
    return loads;
  }

  async standingsOf(
    owners: readonly Address[],
    senders: readonly Address[],
    since: Date,
  ): Promise<ReadonlyMap<Address, OwnerStanding>> {
    const standings = owners.map(async (owner): Promise<[Address, OwnerStanding]> => {
      const live = (await this.liveOf(owner)).get(owner)!;
      return [owner, { live, failures: await this.countFailedOf(owner, senders, since) }];
    });
    return new Map(await Promise.all(standings));
  }

  private countFailedOf(owner: Address, senders: readonly Address[], since: Date): Promise<number> {
    return this.session.read(({ swaps, orders }) => {
      const isRecent = (swap: SwapTransaction) => senders.includes(swap.sender) && swap.storedAt >= since;
      const recent = [...swaps.values()].filter(isRecent);
      const uuids = new Set(recent.map(({ orderUuid }) => orderUuid));
      return [...uuids].filter((uuid) => {
        const order = orders.get(uuid);
        return order?.status === 'failed' && order.terms.owner === owner;
      }).length;
    });
  }

  listByNonce(...places: readonly NoncePlace[]): Promise<readonly SwapTransaction[]> {
    return this.oldestFirst((swap) => places.some((place) => isSameNonce(place, swap)));
  }

  listSent({ from, to, after, limit }: SentQuery): Promise<readonly SentTransaction[]> {
    return this.session.read(({ swaps, orders }) =>
      [...swaps.values()]
        .filter(({ storedAt }) => storedAt >= from && storedAt < to)
        .sort(byAge)
        .filter((swap) => after === undefined || byAge(swap, after) > 0)
        .slice(0, limit)
        .map((swap) => sentOf(swap, orders.get(swap.orderUuid))),
    );
  }

  spentSince(times: readonly Date[]): Promise<readonly Spending[]> {
    return Promise.all(times.map((since) => this.spent(since)));
  }

  private async spent(since: Date): Promise<Spending> {
    const alive = await this.oldestFirst(({ storedAt, state }) => storedAt >= since && state !== 'dead');
    const replaced = new Set(alive.map(({ replaces }) => replaces));
    const counted = alive.filter(({ txid }) => !replaced.has(txid));
    const [oldest] = counted;
    return {
      swaps: counted.length,
      feesUstx: toUnits(counted.reduce((sum, { feeUstx }) => sum + feeUstx, 0n)),
      worthUsd: counted.reduce((sum, { worthUsd = 0 }) => sum + worthUsd, 0),
      ...(oldest !== undefined && { oldest: oldest.storedAt }),
    };
  }

  private oldestFirst(matches: (swap: SwapTransaction) => boolean): Promise<SwapTransaction[]> {
    return this.session.read(({ swaps }) => [...swaps.values()].filter(matches).sort(byAge));
  }
}

type Age = Pick<SwapTransaction, 'storedAt' | 'txid'>;

const byAge = (a: Age, b: Age) =>
  a.storedAt.getTime() - b.storedAt.getTime() || (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : 0);

const byNonce = (a: NoncePlace, b: NoncePlace) =>
  a.sender === b.sender ? Number(a.nonce - b.nonce) : a.sender < b.sender ? -1 : 1;

const sentOf = (swap: SwapTransaction, order: Order | undefined): SentTransaction => {
  const { txid, purpose, sender, feeUstx, storedAt, state, block } = swap;
  const sent = { txid, purpose, sender, feeUstx, storedAt, state, ...(block && { block }) };
  if (order === undefined) return sent;
  const { handle, owner, integrator } = order.terms;
  return {
    ...sent,
    order: { handle, owner, status: order.status, ...defined({ integrator, txid: txidOf(order) }) },
  };
};
