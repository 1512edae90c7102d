import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok } from '../../domain/shared/result.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { Reserves, Vault } from '../../domain/vault/vault.js';
import type { BlockReader, ChainTip, ChainRead, ChainUnreachable, Clock } from '../../ports/index.js';
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
  { blocks, clock }: { readonly blocks: BlockReader; readonly clock: Clock },
  vaults: readonly Vault[],
) {
  const followed = vaults.filter((vault) => rulesOf(vault).hasReserves);
  const ids = followed.map(({ contractId }) => contractId);
  const ages = new VaultAges();
  const held = new Map<ContractId, Reserves>();
  /** The newest block seen, and the height up to which its chain's changes are noted. */
  let tip: ChainTip | undefined;
  let noted = 0;
  let repairedAt = clock.now().getTime();

  const touchAll = (height: number) => ids.forEach((id) => ages.touch(id, height));

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
        if (contracts === 'all' || namesOf(vault).some((id) => contracts.has(id)))
          ages.touch(vault.contractId, noted + 1);
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

    /** Takes over reserves that were read elsewhere. If they are undefined, the next check reads the vault again. */
    learn: (vault: ContractId, reserves: Reserves | undefined): void => {
      if (reserves !== undefined) hold(vault, reserves);
      else if (tip !== undefined) ages.touch(vault, tip.height);
    },
  };
}

export type BlockFollower = ReturnType<typeof makeBlockFollower>;

/** The contracts that may change the vault's reserves when they are called. */
const namesOf = (vault: Vault): readonly ContractId[] => [vault.contractId, rulesOf(vault).holder(vault)];
