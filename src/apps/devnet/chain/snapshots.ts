import type { Chain } from './chain.js';
import type { Journal } from './journal.js';
import { writeSnapshot, type SnapshotKey } from './snapshot-file.js';

/** Number of transactions after which a snapshot is saved: about the most that a start replays, at 2 to 15 ms each. */
const MOST_UNSAVED = 100;
/** Growth after which the snapshot of a long history is saved, as a fraction: each snapshot contains the whole history. */
const GROWTH = 0.01;
/** Number of unsaved transactions that justify a snapshot when the chain is idle or closes. */
const WORTH_SAVING = 25;

/** Saves snapshots of a chain from time to time. They only speed up a start: the journal alone is enough to restore the chain. */
export class Snapshots {
  /** Numbers of transactions that the chain had executed at the newest snapshot, and at the previous block. */
  private saved = 0;
  private before = 0;
  private saving: Promise<void> | undefined;

  /** @param report receives the reason if a snapshot was not saved; the chain continues without it. */
  constructor(
    private readonly path: string,
    private readonly key: SnapshotKey,
    private readonly chain: Chain,
    private readonly journal: Journal,
    private readonly report: (cause: unknown) => void,
  ) {}

  /** Saves a snapshot if one is due. Call it after each block; saving blocks only while the VM's memory is copied. */
  afterBlock(): void {
    const { executed, history } = this.chain;
    const isIdle = executed === this.before;
    this.before = executed;
    const limit = isIdle ? WORTH_SAVING : Math.max(MOST_UNSAVED, history.transactions * GROWTH);
    if (this.saving === undefined && this.unsaved() >= limit) this.save();
  }

  /** Resolves once the newest state is saved, if that is worthwhile. */
  async close(): Promise<void> {
    await this.saving;
    if (this.unsaved() >= WORTH_SAVING) this.save();
    await this.saving;
  }

  private unsaved(): number {
    return this.chain.executed - this.saved;
  }

  private save(): void {
    const { chain, journal, path, key } = this;
    this.saved = chain.executed;
    const image = chain.vm.image();
    // The VM cannot be saved now. The next attempt is due after the same number of further transactions.
    if (image === undefined) return;
    const snapshot = { position: journal.position(), image, state: chain.state() };
    this.saving = writeSnapshot(path, key, snapshot)
      .catch(this.report)
      .finally(() => (this.saving = undefined));
  }
}
