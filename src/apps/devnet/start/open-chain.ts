import { setImmediate as nextTurn } from 'node:timers/promises';
import { err, type Result } from '../../../domain/shared/result.js';
import { Chain, type ChainParts } from '../chain/chain.js';
import { genesisOrigin, type Genesis } from '../genesis/genesis.js';
import { openJournal, type JournalEntry } from '../chain/journal.js';
import { readSnapshot, removeSnapshot, type SavedSnapshot } from '../chain/snapshot-file.js';
import { Snapshots } from '../chain/snapshots.js';
import type { StartEvent } from './start-events.js';
import type { LoadedSdk } from '../vm/sdk.js';
import { Vm } from '../vm/vm.js';

export interface OpenChain {
  readonly chain: Chain;
  /** Snapshots of the chain; absent for a chain that ends with its process. */
  readonly snapshots?: Snapshots;
}

export interface Observer {
  /** Receives the events of the start. */
  readonly onStart: (event: StartEvent) => void;
  /** Receives failures that do not harm the chain. */
  readonly report: (cause: unknown) => void;
}

/** Resources loaded before it is known which chain to open. */
export interface Ahead {
  readonly sdk: Promise<LoadedSdk>;
  /** The devnet's own genesis, as saved by the build. */
  readonly built: Promise<SavedSnapshot | undefined>;
}

/**
 * Opens a chain that begins with the genesis: from the snapshot next to its journal, if usable, followed by the rest of the
 * journal. Without a snapshot, the chain begins with the genesis saved by the build, or the genesis is applied.
 *
 * @throws when the journal is damaged or belongs to another chain.
 */
export async function openChain(
  genesis: Genesis,
  journalPath: string | undefined,
  { onStart, report }: Observer,
  { sdk, built }: Ahead,
): Promise<OpenChain> {
  const path = journalPath && `${journalPath}.snapshot`;
  // Runs concurrently: snapshots are decompressed in other threads while the SDK loads.
  const [vm, begun, read] = await Promise.all([
    Vm.prepare({ network: genesis.dress, sdk }),
    built,
    path === undefined ? undefined : readSnapshot(path, genesis),
  ]);
  const startedAt = performance.now();
  const saved = read && usableOn(vm, read);
  const position = saved?.ok === true ? saved.value.position : undefined;
  const journal = openJournal(journalPath, genesis, position);
  const parts = { vm, journal, genesis, origin: genesisOrigin(vm) };
  const beginning = await beginningOf(parts, begun);
  if (path === undefined) return { chain: beginning.begin() };
  let chain: Chain;
  if (saved?.ok === true && journal.isContinued) {
    chain = beginning.skipTo(saved.value);
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
    chain = beginning.begin();
  }
  await replay(chain, journal.entries, onStart);
  return { chain, snapshots: new Snapshots(path, { vm: vm.fingerprint, genesis }, chain, journal, report) };
}

/** The two ways to start a chain in a new VM: before its first block, or from a snapshot. */
interface ChainBeginning {
  begin(): Chain;
  skipTo(saved: SavedSnapshot): Chain;
}

/** Returns both ways. They use the genesis saved by the build if it is this one and fits the VM; otherwise the genesis is applied. */
async function beginningOf(
  parts: ChainParts & { readonly genesis: Genesis },
  built: SavedSnapshot | undefined,
): Promise<ChainBeginning> {
  const { vm, genesis } = parts;
  if (built !== undefined && built.genesis === genesis.hash && misfit(vm, built) === undefined) {
    const rewind = () => vm.load(built.image);
    return {
      begin: () => Chain.restore(parts, built, rewind),
      skipTo: (saved) => Chain.restore(parts, saved, rewind),
    };
  }
  await vm.open();
  return {
    begin: () => Chain.begin(parts),
    skipTo(saved) {
      const fresh = vm.checkpoint();
      const rewind = () => {
        vm.restore(fresh);
        genesis.apply(vm);
      };
      return Chain.restore(parts, saved, rewind);
    },
  };
}

/** Returns the reason why a new VM cannot continue a snapshot; undefined if it can. */
function misfit(vm: Vm, saved: SavedSnapshot): string | undefined {
  if (saved.vm !== vm.fingerprint) return 'it is of another version of the VM';
  return vm.canLoad(saved.image) ? undefined : 'it is of a VM that was started in another way';
}

function usableOn(vm: Vm, read: Result<SavedSnapshot, string>): Result<SavedSnapshot, string> {
  const reason = read.ok ? misfit(vm, read.value) : undefined;
  return reason === undefined ? read : err(reason);
}

/** Time for which a replay runs before it yields to the event loop. */
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
