import type { QueryRunner } from 'typeorm';

/** What the two databases write differently. */
interface Dialect {
  /** Open orders with their terms as a document. */
  readonly openOrders: string;
  /** A text inside `terms`; null if there is none. */
  readonly field: (...path: readonly string[]) => string;
  /** The digits of a decimal text, 39 before the point and 18 after it. */
  readonly digits: (decimal: string) => string;
  /** 90 days later than an ISO 8601 text, which the longest-lived order reaches. */
  readonly maxAge: (time: string) => string;
  readonly lesser: 'LEAST' | 'MIN';
}

const OPEN = "FROM orders WHERE status = 'open'";
const COLUMNS = 'uuid, created_at, progress';

const POSTGRES: Dialect = {
  // Postgres reads no document with an escape that its text cannot hold. Nothing that is needed here has an escape.
  openOrders: String.raw`SELECT ${COLUMNS}, regexp_replace(terms, '\\u[0-9a-f]{4}', '\\u0020', 'g')::json AS terms ${OPEN} OFFSET 0`,
  field: (...path) => `terms #>> '{${path.join(',')}}'`,
  digits: (decimal) =>
    `lpad(split_part(${decimal}, '.', 1), 39, '0') || rpad(split_part(${decimal}, '.', 2), 18, '0')`,
  maxAge: (time) =>
    `to_char(${time}::timestamptz AT TIME ZONE 'UTC' + interval '90 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  lesser: 'LEAST',
};

const SQLITE: Dialect = {
  openOrders: `SELECT ${COLUMNS}, terms ${OPEN}`,
  field: (...path) => `json_extract(terms, '$.${path.join('.')}')`,
  digits: (decimal) => {
    const point = `instr(${decimal} || '.', '.')`;
    const [whole, fraction] = [`substr(${decimal}, 1, ${point} - 1)`, `substr(${decimal}, ${point} + 1)`];
    return `substr('${'0'.repeat(39)}' || ${whole}, -39) || substr(${fraction} || '${'0'.repeat(18)}', 1, 18)`;
  },
  maxAge: (time) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, '+90 days')`,
  lesser: 'MIN',
};

/** Each digit d as 9 - d. */
function complement(digits: string): string {
  const aside = ['a', 'b', 'c', 'd', 'e'];
  const swaps = [
    ...aside.map((letter, digit) => [digit, letter]),
    ...aside.map((_letter, digit) => [9 - digit, digit]),
    ...aside.map((letter, digit) => [letter, 9 - digit]),
  ];
  return swaps.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, digits);
}

/** The statements that put the open orders into the queue. */
export function fillQueue(runner: QueryRunner): readonly string[] {
  const { openOrders, field, digits, maxAge, lesser } =
    runner.dataSource.options.type === 'postgres' ? POSTGRES : SQLITE;
  const isPrice = "condition <> '*'";
  const orders = `
    SELECT ${COLUMNS}, ${field('trigger', 'conditionToken')} AS condition, ${field('trigger', 'baseAsset')} AS base,
      ${field('trigger', 'direction')} AS direction, ${field('trigger', 'targetPrice')} AS target,
      ${field('validFrom')} AS valid_from, ${field('validTo')} AS valid_to FROM (${openOrders}) open_orders`;
  const pairs = `
    SELECT DISTINCT condition, CASE WHEN ${isPrice} THEN base ELSE 'USD' END FROM (${orders}) o
    WHERE condition IS NOT NULL`;
  const level = `
    CASE WHEN condition IS NULL THEN NULL WHEN condition = '*' THEN '${'0'.repeat(57)}'
      WHEN direction = 'gt' THEN ${digits('target')} ELSE ${complement(digits('target'))} END`;
  const opensLater = 'valid_from > created_at';
  const hasSwap = `progress LIKE '%"sending"%'`;
  return [
    `INSERT INTO watched_pairs (condition_token, base_asset) ${pairs}`,
    `INSERT INTO order_queue (uuid, watch, level, state, due_at, expires_at, wake_at)
      SELECT uuid, 2 * id + CASE WHEN ${isPrice} AND direction = 'lt' THEN 1 ELSE 0 END, ${level},
        CASE WHEN ${hasSwap} THEN 2 WHEN condition IS NOT NULL AND ${opensLater} THEN 1 ELSE 0 END,
        CASE WHEN ${opensLater} THEN valid_from ELSE created_at END,
        ${lesser}(COALESCE(valid_to, ${maxAge('created_at')}), ${maxAge('created_at')}),
        CASE WHEN condition IS NOT NULL AND ${opensLater} THEN valid_from END
      FROM (${orders}) o LEFT JOIN watched_pairs ON condition_token = condition
        AND base_asset = CASE WHEN ${isPrice} THEN base ELSE 'USD' END`,
  ];
}
