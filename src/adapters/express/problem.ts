/** What an answer says instead of what was asked for. Public: it holds no secret and no internal message. */
export interface Problem {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** One sentence for people. */
  readonly error: string;
  /** Stable word for programs. */
  readonly code: string;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** When it was found; now, when absent. */
  readonly at?: Date;
}

/** Thrown by a controller to answer with a problem. The cause, if any, goes to the log and nowhere else. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.error, options);
  }
}

export const badRequest = (error: string, details?: unknown): Refusal =>
  new Refusal({ status: 400, error, code: 'invalid-request', ...(details !== undefined && { details }) });

/** Does the work; answers with the problem when it throws anything that is not meant for the caller. */
export async function orFail<T>(problem: Problem, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(problem, { cause: error });
  }
}
