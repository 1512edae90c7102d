import type { Logger } from 'pino';

/** Records and logs the step that a starting process is waiting for. */
export class StartUp {
  #step = 'reading its settings';

  constructor(private readonly log: Pick<Logger, 'info'>) {}

  /** Returns the current step, in words that anyone may read. */
  readonly current = (): string => this.#step;

  /**
   * Logs that a step begins.
   *
   * @param step a phrase such as `opening the database`, without names of hosts and files: callers of the server read it.
   * @param facts only for the log.
   */
  readonly begin = (step: string, facts: object = {}): void => {
    this.#step = step;
    this.log.info(facts, step);
  };
}
