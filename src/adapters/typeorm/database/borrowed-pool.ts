/** A `Pool` of the package `pg`, of any version since 8, or a compatible one. */
export interface PgPool {
  connect(connected: (error: Error | undefined, client: PgClient | undefined) => void): void;
}

/** A connection of a `PgPool`. */
export interface PgClient {
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  release(error?: Error | boolean): void;
}

type Connected = (error: unknown, client?: PgClient, release?: (error?: Error) => void) => void;

const borrowed = new WeakSet<object>();

/** Whether the connection is borrowed: nothing, such as a prepared statement, may be left in it. */
export const isBorrowed = (client: object): boolean => borrowed.has(client);

/**
 * The package `pg` as TypeORM sees it, with a pool that lends the caller's connections and takes them back unchanged: while a
 * connection is lent, its statements find tables in the schema. Ending the pool leaves the connections open.
 */
export const lentBy = (pool: PgPool, schema: string | undefined): { readonly Pool: new () => object } => ({
  Pool: class {
    private readonly returning = new Set<Promise<void>>();

    /** Ignores TypeORM's listener for errors of idle connections: those connections belong to the pool's owner. */
    on(): void {}

    connect(connected: Connected): void {
      this.borrow().then(
        ({ client, giveBack }) => connected(undefined, client, (error) => this.note(giveBack(error))),
        (error: unknown) => connected(error),
      );
    }

    end(ended: () => void): void {
      void Promise.all(this.returning).then(() => ended());
    }

    private note(returned: Promise<void>): void {
      this.returning.add(returned);
      void returned.finally(() => this.returning.delete(returned));
    }

    private async borrow() {
      const client = await taken(pool);
      borrowed.add(client);
      const before = schema === undefined ? undefined : await enter(client, schema);
      const giveBack = async (error?: Error) => {
        if (error !== undefined || before === undefined) return release(client, error);
        await client.query(SET_PATH, [before]).then(
          () => release(client),
          // A connection whose state cannot be restored is not returned to the pool.
          (failure: Error) => release(client, failure),
        );
      };
      return { client, giveBack };
    }
  },
});

/**
 * Takes a connection. The pool listens only for errors of idle connections, so an error of a connection in use would end the host's
 * process. A listener is therefore added within the callback: the next message from the server may already be an error.
 */
const taken = (pool: PgPool): Promise<PgClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(error ?? new Error('the pool lends no connection'));
      client.on('error', LOST);
      resolve(client);
    });
  });

/** Ignores the error of a lost connection: its statement fails, and reports the error where it is awaited. */
const LOST = (): void => {};

function release(client: PgClient, error?: Error): void {
  client.release(error);
  client.off('error', LOST);
}

const SET_PATH = `SELECT set_config('search_path', $1, false)`;

/** Sets the connection's search path to the schema. Returns the previous one. */
async function enter(client: PgClient, schema: string): Promise<string> {
  try {
    const { rows } = await client.query(
      `SELECT current_setting('search_path') AS before, set_config('search_path', $1, false)`,
      [schema],
    );
    return (rows[0] as { readonly before: string }).before;
  } catch (error) {
    release(client, error as Error);
    throw error;
  }
}
