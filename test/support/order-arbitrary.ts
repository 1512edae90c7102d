import fc from 'fast-check';
import type { OrderHandle, OrderSignature } from '../../src/domain/order/ids.js';
import { ORDER_STATUSES, positionOf, type Order, type OrderPosition } from '../../src/domain/order/order.js';
import { parseTargetPrice } from '../../src/domain/order/conditions/price-ratio.js';
import type { Address } from '../../src/domain/shared/address.js';
import { STX, type ContractId } from '../../src/domain/shared/contract-id.js';
import { defined } from '../../src/domain/shared/fields.js';
import { unwrap } from '../../src/domain/shared/result.js';
import type { OrderQuery, OrderScope } from '../../src/ports/order-repository.js';
import { toSearchTerm } from '../../src/domain/order/lists/search.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  AN_OWNER,
  anOpenOrder,
  aPastOrder,
  handleFor,
  ANOTHER_OWNER,
  T0,
  txidOf,
  uuidOf,
} from './builders.js';
import { anyCharacter } from './properties.js';

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
/** Some sort otherwise by UTF-16 units than by bytes, and some are more than text to SQL. */
const STRATEGIES = ['ladder', 'Ladder', '100%_\'"', "'; --", '\\', ' ', 'Grüße', '\uffee', '\u{1f680}', ''];
const BUILD = { broadcasted: aBroadcastedOrder, confirmed: aConfirmedOrder, failed: aFailedOrder };

const among = <T>(values: readonly T[]) => fc.constantFrom(...values);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

/** The value once in `n` times, so that queries with all filters leave room for those with few, which match many orders. */
const sometimes = <T>(n: number, value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: n - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const uuidFor = (n: number) => uuidOf(Math.imul(n + 1, 2654435761) >>> 0);
const txidFor = (n: number) => txidOf(Math.imul(n + 7, 40503) >>> 0);
const createdAfter = (ms: number) => new Date(T0.getTime() + ms);

/** Times of creation, so few that many orders share a millisecond. */
const CREATED = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 20 }).map(createdAfter) },
  { weight: 1, arbitrary: among([new Date('2000-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59.999Z')]) },
);

/** The nth order. Its uuid is derived from a hash of n, so the uuids' texts differ; many orders share their millisecond of creation. */
export const anyOrder = (n: number): fc.Arbitrary<Order> =>
  fc
    .record({
      status: among(ORDER_STATUSES),
      owner: among(OWNERS),
      inputToken: among(TOKENS),
      outputToken: among([...TOKENS, STX]),
      condition: among(CONDITIONS),
      strategyId: optional(among(STRATEGIES)),
      createdAt: CREATED,
      isPast: among([false, false, false, true]),
      isSending: fc.boolean(),
    })
    .map(({ status, condition, strategyId, createdAt, isPast, isSending, ...tokens }) => {
      const comparison = {
        targetPrice: unwrap(parseTargetPrice('1')),
        direction: 'gt' as const,
        baseAsset: 'USD' as const,
      };
      const terms = {
        ...tokens,
        uuid: uuidFor(n),
        signature: 'b2'.repeat(65) as OrderSignature,
        strategy: strategyId === undefined ? {} : { strategyId },
        ...(condition !== undefined && {
          trigger:
            condition === '*'
              ? { kind: 'window' as const, ...comparison }
              : { kind: 'price' as const, conditionToken: condition, ...comparison },
        }),
      };
      const txid = txidFor(n);
      if (isPast && status !== 'open')
        return { ...aPastOrder(status, isSending ? { txid } : {}, terms), createdAt };
      if (status === 'open') return anOpenOrder(terms, { createdAt, ...(isSending && { sending: txid }) });
      return status === 'cancelled'
        ? aCancelledOrder(terms, { createdAt })
        : BUILD[status](terms, { createdAt, txid });
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
    's ',
    '.',
    'é',
    '0x',
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
  // Part of a searched text, or of two that are stored beside each other, in any case.
  fc
    .tuple(
      fc.nat({ max: 159 }),
      among(OWNERS),
      among(TOKENS),
      fc.nat({ max: 150 }),
      fc.nat({ max: 40 }),
      fc.boolean(),
    )
    .map(([n, owner, token, from, length, isUpper]) => {
      const text = [handleFor(uuidFor(n)), txidFor(n), owner, token, STX]
        .join(' ')
        .slice(from, from + length);
      return isUpper ? text.toUpperCase() : text;
    }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

const SOME_TOKENS: fc.Arbitrary<OrderScope> = fc.oneof(
  among(TOKENS).map((inputToken) => ({ inputToken })),
  among([...TOKENS, STX]).map((outputToken) => ({ outputToken })),
  among([...TOKENS, STX]).map((token) => ({ token })),
  fc.record({ inputToken: among(TOKENS), outputToken: among(TOKENS) }),
  fc
    .record({
      pair: fc
        .shuffledSubarray([...TOKENS, STX], { minLength: 2, maxLength: 2 })
        .map(([a, b]) => [a!, b!] as const),
      token: optional(among(TOKENS)),
    })
    .map(defined),
);
const SOME_TIME = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 22 }).map(createdAfter) },
  { weight: 1, arbitrary: among([8.64e15, -8.64e15, 0].map((ms) => new Date(ms))) },
);
const SOME_TIMES: fc.Arbitrary<OrderScope> = fc
  .record({ from: optional(SOME_TIME), to: optional(SOME_TIME) })
  .map(defined);
const SOME_IDS: fc.Arbitrary<OrderScope> = fc.oneof(
  fc.uniqueArray(fc.nat({ max: 159 }), { maxLength: 40 }).map((ns) => ({
    handles: ns.flatMap((n) => [handleFor(uuidFor(n)), uuidFor(n) as string as OrderHandle]),
  })),
  fc.nat({ max: 159 }).map((n) => ({ txid: txidFor(n) })),
);

/** Queries that are as likely to match many orders as none. */
export const anyQuery: fc.Arbitrary<OrderQuery> = fc
  .record({
    owner: sometimes(3, among(OWNERS)),
    strategyId: sometimes(6, among([...STRATEGIES, 'none'])),
    tokens: sometimes(4, SOME_TOKENS),
    times: sometimes(5, SOME_TIMES),
    ids: sometimes(10, SOME_IDS),
    statuses: sometimes(3, fc.subarray([...ORDER_STATUSES])),
    search: sometimes(3, ANY_TERM),
    countTo: optional(among([1, 5, 20, 1_000])),
    sortBy: among(['createdAt', 'status'] as const),
    sortOrder: among(['asc', 'desc'] as const),
    offset: among([0, 0, 1, 7, 100]),
    limit: among([1, 3, 10, 50]),
  })
  .map(({ tokens, times, ids, search, ...query }) => ({
    ...query,
    ...tokens,
    ...times,
    ...ids,
    search: toSearchTerm(search ?? ''),
  }))
  .map((query) => defined(query) as OrderQuery);

/** A place in a list: that of an order, or one where none may be now. */
export const anyPosition = (orders: readonly Order[]): fc.Arbitrary<OrderPosition> =>
  fc.oneof(
    among(orders).map(positionOf),
    fc.record({
      status: among(ORDER_STATUSES),
      createdAt: CREATED,
      handle: fc.nat({ max: 400 }).map((n) => handleFor(uuidFor(n))),
    }),
  );
