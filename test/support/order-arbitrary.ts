import fc from 'fast-check';
import type { OrderHandle, OrderSignature } from '../../src/domain/order/ids.js';
import { ORDER_STATUSES, type Order } from '../../src/domain/order/order.js';
import { parseTargetPrice } from '../../src/domain/order/conditions/price-ratio.js';
import type { Address } from '../../src/domain/shared/address.js';
import { STX, type ContractId } from '../../src/domain/shared/contract-id.js';
import { defined } from '../../src/domain/shared/fields.js';
import { unwrap } from '../../src/domain/shared/result.js';
import type { OrderQuery, OrderScope } from '../../src/ports/order-repository.js';
import type { SearchTerm } from '../../src/domain/order/lists/search.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  AN_OWNER,
  anOpenOrder,
  handleFor,
  ANOTHER_OWNER,
  T0,
  txidOf,
  uuidOf,
} from './builders.js';

const OWNERS = [AN_OWNER, ANOTHER_OWNER, 'ST3ABCDEF0123456789ABCDEF0123456789ABC' as Address];
const TOKENS = ['welsh', 'WELSH-subnet', 'cha_token', 'charisma', 'abc-def'].map(
  (name, n) => `${OWNERS[n % OWNERS.length]}.${name}` as ContractId,
);
const CONDITIONS = [
  undefined,
  '*' as ContractId,
  TOKENS[0]!,
  `${ANOTHER_OWNER}.only-condition` as ContractId,
];
const STRATEGIES = [undefined, 'ladder', '100%_\'"'];
const BUILD = {
  open: anOpenOrder,
  broadcasted: aBroadcastedOrder,
  confirmed: aConfirmedOrder,
  failed: aFailedOrder,
  cancelled: aCancelledOrder,
};

const among = <T>(values: readonly T[]) => fc.constantFrom(...values);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

const uuidFor = (n: number) => uuidOf(Math.imul(n + 1, 2654435761) >>> 0);
const txidFor = (n: number) => txidOf(Math.imul(n + 7, 40503) >>> 0);
const createdAfter = (ms: number) => new Date(T0.getTime() + ms);

/** The nth order. Its uuid is derived from a hash of n, so the uuids' texts differ; many orders share their millisecond of creation. */
export const anyOrder = (n: number): fc.Arbitrary<Order> =>
  fc
    .record({
      status: among(ORDER_STATUSES),
      owner: among(OWNERS),
      inputToken: among(TOKENS),
      outputToken: among([...TOKENS, STX]),
      condition: among(CONDITIONS),
      strategyId: among(STRATEGIES),
      createdMs: fc.nat({ max: 20 }),
    })
    .map(({ status, condition, strategyId, createdMs, ...tokens }) => {
      const conditionToken = condition && { conditionToken: condition };
      const terms = {
        ...tokens,
        uuid: uuidFor(n),
        signature: 'b2'.repeat(65) as OrderSignature,
        strategy: strategyId === undefined ? {} : { strategyId },
        ...(conditionToken && {
          trigger: {
            kind: 'price' as const,
            ...conditionToken,
            targetPrice: unwrap(parseTargetPrice('1')),
            direction: 'gt' as const,
            baseAsset: 'USD' as const,
          },
        }),
      };
      const createdAt = createdAfter(createdMs);
      const sent = status !== 'open' && status !== 'cancelled';
      return sent
        ? BUILD[status](terms, { createdAt, txid: txidFor(n) })
        : BUILD[status](terms, { createdAt });
    });

const ANY_TERM = fc.oneof(
  among([
    'welsh',
    'WELSH',
    'subnet',
    'charisma',
    'cha',
    'only-condition',
    '.stx',
    '*',
    'st',
    's',
    'st3abc',
    'zzz',
  ]),
  among([
    '%',
    '_',
    "'",
    '"',
    '\\',
    '\\%',
    '\u0000',
    'ß',
    '🚀',
    '? $1',
    '" OR "',
    "' OR 1=1 --",
    'abc AND def',
  ]),
  fc.nat({ max: 255 }).map((byte) => byte.toString(16)),
  fc.nat({ max: 4095 }).map((bytes) => bytes.toString(16).padStart(3, '0')),
  among(['0000', '-4000-8000', '00000000-0000-4000', '-', '--', '4000-8000-0000', 'abcdef0123456789']),
);

const SOME_TOKENS: fc.Arbitrary<OrderScope> = fc.oneof(
  among(TOKENS).map((inputToken) => ({ inputToken })),
  among([...TOKENS, STX]).map((outputToken) => ({ outputToken })),
  among([...TOKENS, STX]).map((token) => ({ token })),
  fc.record({ inputToken: among(TOKENS), outputToken: among(TOKENS) }),
);
const SOME_TIME = fc.nat({ max: 22 }).map(createdAfter);
const SOME_TIMES: fc.Arbitrary<OrderScope> = fc
  .record({ from: optional(SOME_TIME), to: optional(SOME_TIME) })
  .map(defined);
const SOME_IDS: fc.Arbitrary<OrderScope> = fc.oneof(
  fc.uniqueArray(fc.nat({ max: 159 }), { maxLength: 40 }).map((ns) => ({
    handles: ns.flatMap((n) => [handleFor(uuidFor(n)), uuidFor(n) as string as OrderHandle]),
  })),
  fc.nat({ max: 159 }).map((n) => ({ txid: txidFor(n) })),
);

/** Queries that are as likely to match many orders as none. The caller sets `after` and `offset`. */
export const anyQuery: fc.Arbitrary<OrderQuery> = fc
  .record({
    owner: optional(among(OWNERS)),
    strategyId: optional(among(['ladder', '100%_\'"', 'none'])),
    tokens: fc.option(SOME_TOKENS, { nil: {}, freq: 3 }),
    times: fc.option(SOME_TIMES, { nil: {}, freq: 4 }),
    ids: fc.option(SOME_IDS, { nil: {}, freq: 5 }),
    statuses: optional(fc.subarray([...ORDER_STATUSES])),
    search: fc.option(ANY_TERM, { nil: undefined, freq: 6 }),
    countTo: optional(among([1, 5, 20])),
    sortBy: among(['createdAt', 'status'] as const),
    sortOrder: among(['asc', 'desc'] as const),
    offset: among([0, 0, 1, 7, 100]),
    limit: among([1, 3, 10, 50]),
  })
  .map(({ owner, strategyId, tokens, times, ids, statuses, search, countTo, ...rest }) => ({
    ...rest,
    ...tokens,
    ...times,
    ...ids,
    ...(owner !== undefined && { owner }),
    ...(countTo !== undefined && { countTo }),
    ...(strategyId !== undefined && { strategyId }),
    ...(statuses !== undefined && { statuses }),
    ...(search !== undefined && { search: search.toLowerCase() as SearchTerm }),
  }));
