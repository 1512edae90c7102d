import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok } from '../../domain/shared/result.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { Reserves, Vault } from '../../domain/vault/vault.js';
import type { BlockReader, ChainTip, ChainRead, ChainUnreachable, Clock } from '../../ports/index.js';
import { RecentReserves, type PastReserves } from './recent-reserves.js';
import { VaultAges } from './vault-ages.js';

/** The reserves after one check of the chain. */
export interface Followed {
  /** The newest block. */
  readonly tip: ChainTip;
  /**
   * Reserves by vault. A vault is absent if its contract gives none, or was never read. `readAt` is the latest time at which the
   * reserves were known to be current.
   */
  readonly reserves: ReadonlyMap<ContractId, Reserves>;
  /** Vaults whose reserves are unknown, or more than one block out of date. */
  readonly unusable: ReadonlySet<ContractId>;
  /** Whether every vault was read since the last block that may have changed it. */
  readonly isComplete: boolean;
}

/** Reads with which the chain is followed. */
export type FollowedBlocks = Pick<BlockReader, 'newest' | 'touched' | 'reservesAt'>;

/** Interval (ms) at which the vault that was read longest ago is read again. */
const REPAIR_MS = 30_000;

/** Number of blocks by which the index may lag before every vault counts as touched. */
const MAX_UNTOLD_BLOCKS = 1;

/**
 * Follows the chain for some vaults. Each check reads the newest block, and then, as of that block, the vaults that blocks since
 * the last check may have changed. Every half minute it also reads the vault that was read longest ago, to catch changes that no
 * transaction shows.
 */
export function makeBlockFollower(
  { blocks, clock }: { readonly blocks: FollowedBlocks; readonly clock: Clock },
  vaults: readonly Vault[],
) {
  const followed = vaults.filter((vault) => rulesOf(vault).hasReserves);
  const ids = followed.map(({ contractId }) => contractId);
  const ages = new VaultAges();
  const held = new Map<ContractId, Reserves>();
  /** Last reading of each vault as of a block. `held` may have a later one, as of no certain block. */
  const pinned = new Map<ContractId, Reserves | undefined>();
  const recent = new RecentReserves();
  /** Height of the last block added to `recent`, and the vaults that blocks above it may have changed. */
  let since: { readonly after: number; readonly touched: Set<ContractId> } | undefined;
  /** The newest block seen, and the height up to which its chain's changes are noted. */
  let tip: ChainTip | undefined;
  let noted = 0;
  let repairedAt = clock.now().getTime();

  const touch = (id: ContractId, height: number): void => {
    ages.touch(id, height);
    since?.touched.add(id);
  };
  /** Touches all vaults, because the blocks seen so far may no longer be canonical or what changed is unknown. */
  const touchAll = (height: number): void => {
    ids.forEach((id) => touch(id, height));
    recent.clear();
  };

  /** Notes what the blocks between the last check and this one may have changed. */
  const note = async (newest: ChainTip): Promise<void> => {
    // A lower block comes from a host that lags. If the chain was replaced, this shows once the new one is as high.
    if (tip !== undefined && newest.height < tip.height) return;
    const [known, isNew] = [tip, newest.id !== tip?.id];
    tip = newest;
    if (known === undefined) noted = newest.height;
    else if (isNew && newest.height === known.height) touchAll(newest.height);
    if (noted === newest.height) return;
    const touched = await blocks.touched(noted, newest);
    if (touched.ok) {
      const { contracts, until } = touched.value;
      for (const vault of followed)
        if (contracts !== 'all' && namesOf(vault).some((id) => contracts.has(id)))
          touch(vault.contractId, noted + 1);
      if (contracts === 'all') touchAll(noted + 1);
      noted = until;
    }
    if (newest.height - noted > MAX_UNTOLD_BLOCKS) {
      touchAll(noted + 1);
      noted = newest.height;
    }
  };

  /** Keeps the later of two reads, since vaults are also read for a swap that is about to be sent. */
  const hold = (vault: ContractId, reserves: Reserves): void => {
    const before = held.get(vault);
    if (before === undefined || before.readAt <= reserves.readAt) held.set(vault, reserves);
  };

  /** Reads the vaults that are due. Returns those that could not be read, with the reasons. */
  const readDue = async (at: ChainTip): Promise<ReadonlyMap<ContractId, ChainUnreachable>> => {
    const failures = new Map<ContractId, ChainUnreachable>();
    const readOne = async (vault: Vault): Promise<void> => {
      const { contractId } = vault;
      const read = await blocks.reservesAt(vault, at);
      if (!read.ok) return void failures.set(contractId, read.error);
      ages.read(contractId, at.height);
      pinned.set(contractId, read.value);
      if (read.value === undefined) held.delete(contractId);
      else hold(contractId, read.value);
    };
    const due = followed.filter(({ contractId }) => ages.isDue(contractId));
    const [again, first] = [true, false].map((was) =>
      due.filter((vault) => ages.wasRead(vault.contractId) === was),
    );
    // Vaults that were never read come first, so that each is read once even if the allowance does not suffice for all.
    await Promise.all(first!.map(readOne));
    const isShort = [...failures.values()].some(({ retryAfterMs }) => retryAfterMs !== undefined);
    if (!isShort) await Promise.all(again!.map(readOne));
    return failures;
  };

  /** Keeps the reserves as of the block, of the vaults whose last reading is still valid at it. */
  const keep = (at: ChainTip): void => {
    const current = ids.filter((id) => !ages.isDue(id));
    const reserves = new Map(current.map((id) => [id, pinned.get(id)]));
    const { after, touched } = since ?? { after: at.height - 1, touched: new Set(ids) };
    recent.add({ after, tip: at, touched, reserves });
    since = { after: at.height, touched: new Set() };
  };

  const repair = ({ height }: ChainTip): void => {
    const now = clock.now().getTime();
    if (now - repairedAt < REPAIR_MS) return;
    repairedAt = now;
    const oldest = ages.longestUnread(ids);
    if (oldest !== undefined) ages.touch(oldest, height);
  };

  return {
    /**
     * Checks the chain once. Fails if the newest block is unknown, if no vault's reserves are usable, or as long as the request
     * allowance has not let every vault be read once: a market without its best vaults misleads.
     */
    look: async (): ChainRead<Followed> => {
      const lookedAt = clock.now();
      const newest = await blocks.newest();
      if (!newest.ok) return newest;
      await note(newest.value);
      const at = tip ?? newest.value;
      repair(at);
      const failures = await readDue(at);
      if (noted === at.height) keep(at);
      const unusable = new Set(ids.filter((id) => !ages.isUsable(id, at.height)));
      const starved = ids.find((id) => !ages.wasRead(id) && failures.get(id)?.retryAfterMs !== undefined);
      const failure = starved === undefined ? [...failures.values()][0] : failures.get(starved);
      if (failure !== undefined && (starved !== undefined || unusable.size === ids.length))
        return err(failure);
      const reserves = new Map<ContractId, Reserves>();
      for (const [id, each] of held)
        reserves.set(id, ages.isDue(id) || each.readAt > lookedAt ? each : { ...each, readAt: lookedAt });
      return ok({ tip: at, reserves, unusable, isComplete: failures.size === 0 && noted === at.height });
    },

    /** The reserves as of the block at the height, one of the last few, as far as they are known. */
    reservesAt: (height: number): PastReserves => recent.at(height),

    /** Takes over reserves that were read elsewhere. If they are undefined, the next check reads the vault again. */
    learn: (vault: ContractId, reserves: Reserves | undefined): void => {
      if (reserves !== undefined) hold(vault, reserves);
      else if (tip !== undefined) ages.touch(vault, tip.height);
    },
  };
}

export type BlockFollower = ReturnType<typeof makeBlockFollower>;

/** The contracts that may change the vault's reserves when they are called. */
export const namesOf = (vault: Vault): readonly ContractId[] => [
  vault.contractId,
  rulesOf(vault).holder(vault),
];
