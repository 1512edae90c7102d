import { QueryFailedError, type QueryRunner } from 'typeorm';

// Postgres reads no document with an escape that its text cannot hold, even outside the field it is asked for. No
// token has an escape, so each becomes a space.
const READABLE_TERMS = String.raw`regexp_replace(terms, '\\u[0-9a-f]{4}', '\\u0020', 'g')::json`;
const CONDITION_TOKEN = `COALESCE(${READABLE_TERMS} #>> '{trigger,conditionToken}', '')`;

export const RANKS = [0, 1, 2, 3, 4];
const COUNTS = RANKS.map((rank) => `n${rank}`).join(', ');
const COUNTED = RANKS.map((rank) => `COUNT(*) FILTER (WHERE status_rank = ${rank})`).join(', ');
const CHANGES = RANKS.map((rank) => `(rank = ${rank})::integer * change`);

/**
 * Counts in whichever row nobody else is counting in, or in a new one: transactions never wait for each other's
 * counts, and there are at most as many rows as there were transactions at once.
 */
export const COUNT_FUNCTION = `
  CREATE FUNCTION count_order(tokens integer, rank integer, change integer) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE free bigint;
  BEGIN
    SELECT slot INTO free FROM order_counts WHERE tokens_id = tokens LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE order_counts SET ${RANKS.map((rank) => `n${rank} = n${rank} + ${CHANGES[rank]}`).join(', ')}
        WHERE tokens_id = tokens AND slot = free;
    ELSE
      INSERT INTO order_counts (tokens_id, ${COUNTS}) VALUES (tokens, ${CHANGES.join(', ')});
    END IF;
  END $$`;

export const count = (order: 'NEW' | 'OLD', change: 1 | -1) =>
  `PERFORM count_order(${order}.tokens_id, ${order}.status_rank, ${change});
   PERFORM count_order(0, ${order}.status_rank, ${change});`;

const trigger = (name: string, event: string, body: string): readonly string[] => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
  `CREATE TRIGGER ${name} AFTER ${event} EXECUTE FUNCTION ${name}()`,
];

export const UP: readonly string[] = [
  `CREATE TABLE order_tokens (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, input_token text COLLATE "C" NOT NULL,
    output_token text COLLATE "C" NOT NULL, condition_token text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL
      GENERATED ALWAYS AS (lower(input_token || ' ' || output_token || ' ' || condition_token)) STORED,
    UNIQUE (input_token, output_token, condition_token))`,
  'CREATE TABLE order_owners (owner text COLLATE "C" PRIMARY KEY)',
  // Those of tokens_id 0 are of all orders. Room in each page lets a count be rewritten in place.
  `CREATE TABLE order_counts (tokens_id integer NOT NULL, slot bigint GENERATED ALWAYS AS IDENTITY,
    ${RANKS.map((rank) => `n${rank} bigint NOT NULL`).join(', ')}, PRIMARY KEY (tokens_id, slot)) WITH (fillfactor = 50)`,
  `INSERT INTO order_tokens (input_token, output_token, condition_token)
    SELECT DISTINCT input_token, output_token, ${CONDITION_TOKEN} FROM orders`,
  'ALTER TABLE orders ADD COLUMN tokens_id integer',
  `UPDATE orders o SET tokens_id = t.id FROM order_tokens t WHERE t.input_token = o.input_token
    AND t.output_token = o.output_token AND t.condition_token = ${CONDITION_TOKEN}`,
  'ALTER TABLE orders ALTER COLUMN tokens_id SET NOT NULL',
  'CREATE INDEX orders_by_tokens ON orders (tokens_id, status_rank, created_at, uuid)',
  `CREATE INDEX orders_by_strategy_creation ON orders (strategy_id, created_at, uuid) WHERE strategy_id IS NOT NULL`,
  'INSERT INTO order_owners (owner) SELECT DISTINCT owner FROM orders',
  `INSERT INTO order_counts (tokens_id, ${COUNTS}) SELECT tokens_id, ${COUNTED} FROM orders GROUP BY tokens_id`,
  `INSERT INTO order_counts (tokens_id, ${COUNTS}) SELECT 0, ${COUNTED} FROM orders`,
  COUNT_FUNCTION,
  ...trigger(
    'order_inserted',
    'INSERT ON orders FOR EACH ROW',
    `INSERT INTO order_owners (owner) VALUES (NEW.owner) ON CONFLICT DO NOTHING;
     ${count('NEW', 1)}`,
  ),
  ...trigger(
    'order_status_changed',
    'UPDATE OF status_rank ON orders FOR EACH ROW WHEN (NEW.status_rank <> OLD.status_rank)',
    `${count('OLD', -1)} ${count('NEW', 1)}`,
  ),
  ...trigger('order_deleted', 'DELETE ON orders FOR EACH ROW', count('OLD', -1)),
];

const TRIGRAM_INDEXES: readonly string[] = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE INDEX orders_by_ids_text ON orders USING gin (uuid gin_trgm_ops, txid gin_trgm_ops)',
  'CREATE INDEX order_owners_by_text ON order_owners USING gin (owner gin_trgm_ops)',
];

/** No right to create extensions, none such on this server, or one that stands outside the search path. */
const WITHOUT_EXTENSION = ['42501', '0A000', '58P01', '42704'];

/** Where the extension cannot be had, searches answer the same, but read every order for a part of a uuid or txid. */
export async function addTrigramIndexes(runner: QueryRunner): Promise<void> {
  await runner.query('SAVEPOINT trigrams');
  try {
    for (const statement of TRIGRAM_INDEXES) await runner.query(statement);
  } catch (error) {
    await runner.query('ROLLBACK TO SAVEPOINT trigrams');
    const { code } = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : {};
    if (code === undefined || !WITHOUT_EXTENSION.includes(code)) throw error;
    process.emitWarning(
      'Postgres has no pg_trgm here: searches for a part of a uuid or txid read every order',
      {
        code: 'SLUICE_NO_PG_TRGM',
        detail: `Once it can be had, run: ${TRIGRAM_INDEXES.join('; ')}`,
      },
    );
  }
  await runner.query('RELEASE SAVEPOINT trigrams');
}

export const DOWN: readonly string[] = [
  'DROP INDEX IF EXISTS order_owners_by_text',
  'DROP INDEX IF EXISTS orders_by_ids_text',
  ...['order_deleted', 'order_status_changed', 'order_inserted'].flatMap((name) => [
    `DROP TRIGGER ${name} ON orders`,
    `DROP FUNCTION ${name}()`,
  ]),
  'DROP FUNCTION count_order(integer, integer, integer)',
  'DROP INDEX orders_by_strategy_creation',
  'DROP INDEX orders_by_tokens',
  'ALTER TABLE orders DROP COLUMN tokens_id',
  'DROP TABLE order_counts',
  'DROP TABLE order_owners',
  'DROP TABLE order_tokens',
];
