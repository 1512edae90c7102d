import type { Chain } from './chain.js';
import type { ReceivedTransaction } from './received-transaction.js';

/** Mines a block every `blockMs` until paused. */
export class Miner {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly chain: Chain,
    private readonly blockMs: number,
    private readonly on: {
      /** Called after each block. */
      readonly mined: () => void;
      /** Called if mining fails. The VM and the journal then differ, so the process has to end. */
      readonly fail: (cause: unknown) => void;
    },
  ) {}

  resume(): void {
    this.timer ??= setInterval(() => this.mine(1), this.blockMs);
  }

  pause(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Mines this many blocks now, even if paused: of all ready transactions, or of those in `only`. */
  mine(blocks: number, only?: readonly ReceivedTransaction[]): void {
    try {
      for (let i = 0; i < blocks; i++) {
        this.chain.mine(Date.now(), only);
        this.on.mined();
      }
    } catch (cause) {
      this.on.fail(cause);
      throw cause;
    }
  }
}
