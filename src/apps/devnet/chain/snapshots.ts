import type { Chain } from './chain.js';
import type { Journal } from './journal.js';
import { writeSnapshot, type SnapshotKey } from './snapshot-file.js';

/** A start replays at most about this many transactions, at 2 to 15 ms each. */
const MOST_UNSAVED = 100;
/** Every snapshot contains the whole history, so a long one is saved only after growing by this share. */
const GROWTH = 0.01;
/** Number of transactions worth a snapshot when the chain is idle or closes. */
const WORTH_SAVING = 25;

/** Saves a chain next to its journal, now and then. The journal alone is enough to restore the chain. */
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

  /** Call after each block. If it saves, it takes as long as copying the VM's memory. */
  afterBlock(): void {
    const { executed, history } = this.chain;
    const isIdle = executed === this.before;
    this.before = executed;
    const limit = isIdle ? WORTH_SAVING : Math.max(MOST_UNSAVED, history.transactions * GROWTH);
    if (this.saving === undefined && this.unsaved() >= limit) this.save();
  }

  /** Resolves once the newest state is saved, if worthwhile. */
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
    // The next snapshot is due after the same number of further transactions.
    if (image === undefined) return;
    const snapshot = { position: journal.position(), image, state: chain.state() };
    this.saving = writeSnapshot(path, key, snapshot)
      .catch(this.report)
      .finally(() => (this.saving = undefined));
  }
}
