import type { Displacement } from '../../domain/operator/displacement.js';
import { ok } from '../../domain/shared/result.js';
import type { ChainRead, Ports } from '../../ports/index.js';
import type { FindSent, FoundSent } from './find-sent.js';
import { lacksEnds, replayEnds, type ReplayedEnds, type ReplayPorts } from './replay-ends.js';
import { releaseDatabase } from './release-database.js';

/** Result of the recovery of a rolled-back database. */
export interface RecoveryReport {
  readonly found: FoundSent;
  /** Absent without a log of ends. */
  readonly replayed?: ReplayedEnds;
}

type Needs = ReplayPorts &
  Parameters<typeof releaseDatabase>[0] &
  Pick<Ports, 'chain' | 'ends' | 'feed' | 'signers'>;

/** Maximum time (ms) by which an end's time may differ from the clock of another process, or from the last beat. */
export const ENDS_OVERLAP_MS = 3_600_000;

/** Time from which ends may be missing. */
export const missingSince = ({ asOf, newest }: Displacement): Date => {
  const times = [asOf, newest].map((at) => at?.getTime()).filter((ms) => ms !== undefined);
  return withOverlap(times.length === 0 ? 0 : Math.min(...times));
};

const withOverlap = (ms: number): Date => new Date(ms - ENDS_OVERLAP_MS);

/**
 * Brings a rolled-back database up to date: asks the chain what the operator's accounts have sent, repeats the ends in the log,
 * and lets sending continue. The result is undefined if there is nothing to do, or if only a process with the operator's keys can
 * do it.
 */
export const makeRecover = (ports: Needs, findSent: FindSent) => {
  const { ends, feed, signers = [], swaps } = ports;

  return async (displaced: Displacement): ChainRead<RecoveryReport | undefined> => {
    // Without keys, a database that has lost every swap does not name the accounts.
    if (displaced.kind !== 'went-back' || signers.length === 0) return ok();
    const found = { pending: 0, mined: 0, unknown: 0 };
    const accounts = new Set([...signers.map(({ address }) => address), ...(await swaps.senders())]);
    for (const account of accounts) {
      const sent = await findSent.all(account);
      if (!sent.ok) return sent;
      found.pending += sent.value.pending;
      found.mined += sent.value.mined;
      found.unknown += sent.value.unknown;
    }
    const replayed = ends && (await replayEnds(ports, ends, missingSince(displaced)));
    // It may have gone back again since the chain was asked.
    if (!(await feed.isIntact())) return ok();
    await releaseDatabase(ports);
    return ok({ found, ...(replayed && { replayed }) });
  };
};

/**
 * Looks for swaps of the operator's accounts that the chain has and the database has forgotten, and restores them. If there are
 * any, the database was rolled back, and it counts as displaced until it is recovered. Call it once, before anything is sent.
 */
export const makeCompareNonces =
  ({ chain, databaseHome, signers = [], swaps }: Needs, findSent: FindSent) =>
  async (): ChainRead<void> => {
    for (const { address } of signers) {
      const nonces = await chain.accountNonces(address);
      if (!nonces.ok) return nonces;
      const { next, pending } = nonces.value;
      const held = (await swaps.heldNonces(address)).get(address)!;
      const last = next === 0n ? [] : await swaps.listByNonce({ sender: address, nonce: next - 1n });
      const isKnown = (next === 0n || last.length > 0) && pending.every((nonce) => held.includes(nonce));
      if (isKnown) continue;
      const found = await findSent.all(address);
      if (!found.ok) return found;
      if (found.value.pending + found.value.mined > 0) await databaseHome.displace('went-back');
    }
    return ok();
  };

/**
 * Checks whether the database still has anything that its owner has ended. If so, the database was rolled back, and it counts as
 * displaced until it is recovered. This detects a copy of a disk or of a whole machine, which otherwise looks like its original.
 * Call it once, before anything is sent and before the database is marked as in use.
 */
export const makeCompareEnds = (ports: Needs) => async (): Promise<void> => {
  const { databaseHome, ends, feed } = ports;
  if (ends === undefined || (await databaseHome.displaced()) !== undefined) return;
  const newest = await feed.lastUpTo(await feed.newest());
  if (await lacksEnds(ports, ends, withOverlap(newest?.at.getTime() ?? 0)))
    await databaseHome.displace('went-back');
};
