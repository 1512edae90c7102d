import { setImmediate as nextTurn } from 'node:timers/promises';
import { err, type Result } from '../../domain/shared/result.js';
import { Chain } from './chain.js';
import { genesisOrigin, type Genesis } from './genesis.js';
import { KEEPS_NOTHING, openJournal, type JournalEntry } from './journal.js';
import { readSnapshot, removeSnapshot, type SavedSnapshot } from './snapshot-file.js';
import { Snapshots } from './snapshots.js';
import type { StartEvent } from './start-events.js';
import { Vm } from './vm.js';

export interface OpenChain {
  readonly chain: Chain;
  /** Absent for a chain that ends with its process. */
  readonly snapshots?: Snapshots;
}

export interface Observer {
  /** Receives what the start does. */
  readonly onStart: (event: StartEvent) => void;
  /** Receives what fails without harm to the chain. */
  readonly report: (cause: unknown) => void;
}

/**
 * Starts a chain on the genesis: from the snapshot beside its journal, if that can be used, and with what the journal adds.
 *
 * @throws when the journal is damaged, or belongs to another chain.
 */
export async function openChain(
  genesis: Genesis,
  journalPath: string | undefined,
  { onStart, report }: Observer,
): Promise<OpenChain> {
  const vmStarts = Vm.start({ network: genesis.dress });
  if (journalPath === undefined) {
    const vm = await vmStarts;
    return { chain: Chain.begin({ vm, journal: KEEPS_NOTHING, genesis, origin: genesisOrigin(vm) }) };
  }
  const path = `${journalPath}.snapshot`;
  // The snapshot is decompressed in other threads while the VM starts.
  const [vm, read] = await Promise.all([vmStarts, readSnapshot(path, genesis)]);
  const startedAt = performance.now();
  const saved = read && usableOn(vm, read);
  const journal = openJournal(journalPath, genesis, saved?.ok === true ? saved.value.position : undefined);
  const parts = { vm, journal, genesis, origin: genesisOrigin(vm) };
  let chain: Chain;
  if (saved?.ok === true && journal.isContinued) {
    chain = Chain.restore(parts, saved.value);
    const height = chain.tip().height;
    onStart({
      kind: 'restored',
      transactions: chain.history.transactions,
      height,
      ms: performance.now() - startedAt,
    });
  } else {
    if (saved !== undefined) {
      onStart({ kind: 'snapshot-discarded', reason: saved.ok ? 'its journal has changed' : saved.error });
      await removeSnapshot(path).catch(report);
    }
    chain = Chain.begin(parts);
  }
  await replay(chain, journal.entries, onStart);
  return { chain, snapshots: new Snapshots(path, { vm: vm.fingerprint, genesis }, chain, journal, report) };
}

function usableOn(vm: Vm, read: Result<SavedSnapshot, string>): Result<SavedSnapshot, string> {
  if (!read.ok) return read;
  if (read.value.vm !== vm.fingerprint) return err('it is of another version of the VM');
  return vm.canLoad(read.value.image) ? read : err('it is of a VM that was started in another way');
}

/** How long a replay keeps the process busy before others have a turn. */
const SLICE_MS = 50;
const PROGRESS_MS = 1_000;

async function replay(
  chain: Chain,
  entries: readonly JournalEntry[],
  onStart: Observer['onStart'],
): Promise<void> {
  const total = entries.reduce((sum, entry) => sum + (entry.type === 'block' ? entry.txids.length : 0), 0);
  const startedAt = performance.now();
  let done = 0;
  let [sliceAt, progressAt] = [startedAt, -Infinity];
  for (const mined of chain.replay()) {
    done += mined;
    const now = performance.now();
    if (total > 0 && now - progressAt >= PROGRESS_MS) {
      onStart({ kind: 'replaying', done, total });
      progressAt = now;
    }
    if (now - sliceAt < SLICE_MS) continue;
    await nextTurn();
    sliceAt = performance.now();
  }
  if (total > 0) onStart({ kind: 'replayed', total, ms: performance.now() - startedAt });
}
