import type { ExecutorPass, NodeState } from '../../adapters/express/index.js';
import type { HttpEvent } from '../../adapters/stacks/index.js';
import type { ExecutorReport } from '../../application/execution/tick/run-executor.js';
import type { Clock } from '../../ports/index.js';

/** Events known only to this process, for its operator. */
export class ProcessWatch {
  #lastPass: ExecutorPass | undefined;
  #caughtUpAt: Date | undefined;
  #suspendedSince: Date | undefined;
  #host = 0;

  constructor(private readonly clock: Clock) {}

  /** Call it after each executor pass. */
  readonly passEnded = ({ left, expired, attempts }: ExecutorReport): void => {
    const endedAt = this.clock.now();
    this.#lastPass = { endedAt, left, expired, attempts };
    if (left === 'none') this.#caughtUpAt = endedAt;
  };

  /** Call it with each problem of the node. */
  readonly nodeTroubled = (event: HttpEvent): void => {
    if (event.kind === 'circuit-opened') this.#suspendedSince ??= this.clock.now();
    if (event.kind === 'circuit-closed') this.#suspendedSince = undefined;
    if (event.kind !== 'host-changed') return;
    this.#host = event.host;
    // Each host has its own circuit, and the one in use responds.
    this.#suspendedSince = undefined;
  };

  executor() {
    return { lastPass: this.#lastPass, caughtUpAt: this.#caughtUpAt };
  }

  node(): Omit<NodeState, 'newest' | 'hosts'> {
    return { suspendedSince: this.#suspendedSince, host: this.#host };
  }
}
