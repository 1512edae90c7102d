import type { Block, Chain } from './chain.js';
import type { ReceivedTransaction } from './received-transaction.js';

/** Mines a block each `blockMs` until paused. */
export class Miner {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly chain: Chain,
    private readonly blockMs: number,
    /** A failure while mining leaves VM and journal apart: the process cannot go on. */
    private readonly fail: (cause: unknown) => void,
  ) {}

  resume(): void {
    this.timer ??= setInterval(() => this.mine(1), this.blockMs);
  }

  pause(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Mines so many blocks now, paused or not. */
  mine(blocks: number): void {
    for (let i = 0; i < blocks; i++) this.guard(() => this.chain.mine(Date.now()));
  }

  /** Mines one block of these alone. */
  mineOnly(transactions: readonly ReceivedTransaction[]): void {
    this.guard(() => this.chain.mine(Date.now(), transactions));
  }

  private guard(mine: () => Block): void {
    try {
      mine();
    } catch (cause) {
      this.fail(cause);
      throw cause;
    }
  }
}
