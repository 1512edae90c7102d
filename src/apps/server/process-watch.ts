import type { ExecutorPass, NodeState } from '../../adapters/express/index.js';
import type { HttpEvent } from '../../adapters/stacks/index.js';
import type { ExecutorReport } from '../../application/execution/tick/run-executor.js';
import type { Clock } from '../../ports/index.js';

/** Events of this process that its operator can learn of nowhere else. */
export class ProcessWatch {
  #lastPass: ExecutorPass | undefined;
  #caughtUpAt: Date | undefined;
  #suspendedSince: Date | undefined;
  #host = 0;

  constructor(private readonly clock: Clock) {}

  /** Records an executor pass; to be called after each one. */
  readonly passEnded = ({ left, expired, attempts }: ExecutorReport): void => {
    const endedAt = this.clock.now();
    this.#lastPass = { endedAt, left, expired, attempts };
    if (left === 'none') this.#caughtUpAt = endedAt;
  };

  /** Records a problem of the node; to be called with each one. */
  readonly nodeTroubled = (event: HttpEvent): void => {
    if (event.kind === 'circuit-opened') this.#suspendedSince ??= this.clock.now();
    if (event.kind === 'circuit-closed') this.#suspendedSince = undefined;
    if (event.kind !== 'host-changed') return;
    this.#host = event.host;
    // Each host has its own circuit, and the host now in use responds.
    this.#suspendedSince = undefined;
  };

  executor() {
    return { lastPass: this.#lastPass, caughtUpAt: this.#caughtUpAt };
  }

  node(): Omit<NodeState, 'newest' | 'hosts'> {
    return { suspendedSince: this.#suspendedSince, host: this.#host };
  }
}
