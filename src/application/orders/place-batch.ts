import type { OrderUuid } from '../../domain/order/ids.js';
import type { AnyOrder, FieldProblem } from '../../domain/order/terms/draft.js';
import { exitProblems } from '../../domain/order/terms/exits.js';
import { placeOrder, type PlacedQuote } from '../../domain/order/lifecycle/lifecycle.js';
import type { OrderInput } from '../../domain/order/terms/order-input.js';
import type { Order } from '../../domain/order/order.js';
import type { OrderQuotas } from '../../domain/order/limits/quotas.js';
import { requireObject, shown } from '../../domain/shared/option-checks.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import type { QuoteAtHand } from '../quotes/quote-at-hand.js';
import type { CheckedOrder, CheckOrder, Explaining } from './check-order.js';
import type { PlaceJson, PlaceOrderError } from './place-order.js';
import { storeOrders, type Conflict } from './store-orders.js';

/** Maximum number of orders in a batch. */
export const MAX_BATCH = 100;

/** The order itself is acceptable, but another order of its batch is not, and the batch is stored as a whole or not at all. */
export interface BatchRefused {
  readonly kind: 'batch-refused';
}

/** Result of one order of a batch. */
export type BatchResult = Result<Order, PlaceOrderError | BatchRefused>;

/** Orders to store in one call. */
export interface OrderBatch<Input = OrderInput> {
  /** Orders of the batch, 1 to MAX_BATCH. */
  readonly orders: readonly Input[];
  /** Whether all orders are stored, in one transaction, or none. */
  readonly atomic: boolean;
}

/** Number of consecutive conflicts with other requests after which a batch fails. */
const MAX_TRIES = 5;

type Needs = Pick<Ports, 'unitOfWork'>;

interface Placing {
  readonly check: CheckOrder;
  readonly place: PlaceJson;
  readonly quoteAtHand: QuoteAtHand;
  /** Notified of each stored order of an atomic batch. */
  readonly placed: (order: Order) => void;
}

/** Places a batch; see `makePlaceBatch`. */
export type PlaceBatch<Input = OrderInput> = (batch: OrderBatch<Input>) => Promise<readonly BatchResult[]>;

/** Order of the batch that could not be stored, so none was. */
interface Lost {
  readonly order: CheckedOrder;
  readonly error: Conflict;
}

/**
 * Places several orders. The results are in the order of the input. Like a single order, a batch may be sent again: orders that
 * are already stored are returned.
 */
export const makePlaceBatch =
  (
    { unitOfWork }: Needs,
    { check, place, placed, quoteAtHand }: Placing,
    { quotas }: Pick<CoreSettings, 'quotas'>,
  ) =>
  async (batch: OrderBatch<AnyOrder>): Promise<readonly BatchResult[]> => {
    requireObject('the batch', batch);
    const { orders, atomic } = batch;
    if (!Array.isArray(orders)) throw new TypeError(`orders must be a list, not ${shown(orders)}`);
    if (orders.length < 1 || orders.length > MAX_BATCH)
      throw new RangeError(`a batch holds 1 to ${MAX_BATCH} orders, not ${orders.length}`);
    if (typeof atomic !== 'boolean')
      throw new TypeError(`atomic must be true or false, not ${shown(atomic)}`);
    if (!atomic) return inTurn(orders, explainingOne(place));
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      // Only after a conflict is each order looked up: it may have been stored before, by an earlier request or another one.
      const lookUp = tries > 0;
      const checkOne = explainingOne<CheckedOrder>((input, options) =>
        check(input, { ...options, lookUp, withEntry: true }),
      );
      const checked = withoutRepeats(await inTurn(orders, checkOne));
      const accepted = allOf(checked);
      if (accepted === undefined) return checked.map((result) => (result.ok ? REFUSED : result));
      const problems = withLateExits(accepted, exitProblems(accepted.map(({ terms }) => terms)));
      if (problems.size > 0)
        return accepted.map(({ terms }) => {
          const own = problems.get(terms.uuid);
          return own === undefined ? REFUSED : err({ kind: 'invalid-order', problems: own });
        });
      const placing = accepted.map((order) => ({
        order,
        quote: order.stored ? undefined : quoteAtHand(order.terms),
      }));
      const stored = await storeAll(unitOfWork, placing, quotas);
      if (stored.ok) {
        stored.value.forEach(placed);
        return stored.value.map((order) => ok(order));
      }
      const { order: lost, error } = stored.error;
      if (lookUp && error.kind !== 'already-exists')
        return accepted.map((order) => (order === lost ? err(error) : REFUSED));
    }
    throw new Error(`orders of a batch were stored by others ${MAX_TRIES} times while it was being stored`);
  };

const REFUSED = err({ kind: 'batch-refused' as const });

/** The problems, with those of new exits whose entry is stored already: it may have been confirmed or have ended. */
function withLateExits(
  orders: readonly CheckedOrder[],
  problems: ReadonlyMap<OrderUuid, readonly FieldProblem[]>,
): ReadonlyMap<OrderUuid, readonly FieldProblem[]> {
  const stored = new Set(orders.flatMap((order) => (order.stored ? [order.terms.uuid] : [])));
  const late = orders.filter(
    (order) =>
      order.stored === undefined && order.terms.after !== undefined && stored.has(order.terms.after.uuid),
  );
  return new Map([...problems, ...late.map(({ terms }) => [terms.uuid, [LATE]] as const)]);
}

const LATE: FieldProblem = {
  field: 'after',
  message: 'names an order that is stored already: exits are placed together with their entry',
};

function storeAll(
  unitOfWork: Ports['unitOfWork'],
  orders: readonly { readonly order: CheckedOrder; readonly quote: PlacedQuote | undefined }[],
  quotas: OrderQuotas,
): Promise<Result<readonly Order[], Lost>> {
  return unitOfWork.run<readonly Order[], Lost>(async (storage) => {
    const added = orders.filter(({ order }) => order.stored === undefined);
    const placed = added.map(({ order: { terms, now }, quote }) => placeOrder(terms, now, quote));
    const results = await storeOrders(storage, placed, quotas);
    const stored = new Map<CheckedOrder, Order>();
    for (const [n, result] of results.entries()) {
      const { order } = added[n]!;
      if (!result.ok) return err({ order, error: result.error });
      stored.set(order, result.value);
    }
    return ok(orders.map(({ order }) => order.stored ?? stored.get(order)!));
  });
}

/** Explains only the first bad signature of a batch: a hundred explanations would take as long as two thousand checks. */
function explainingOne<T>(
  work: (input: AnyOrder, options: Explaining) => Promise<Result<T, PlaceOrderError>>,
): (input: AnyOrder) => Promise<Result<T, PlaceOrderError>> {
  let explain = true;
  return async (input) => {
    const result = await work(input, { explain });
    if (!result.ok && result.error.kind === 'signature-not-verified') explain = false;
    return result;
  };
}

async function inTurn<T>(
  inputs: readonly AnyOrder[],
  work: (input: AnyOrder) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const input of inputs) results.push(await work(input));
  return results;
}

/** Refuses a uuid that occurs again in the batch, whether for the same order or for a different one. */
function withoutRepeats(
  results: readonly Result<CheckedOrder, PlaceOrderError>[],
): readonly Result<CheckedOrder, PlaceOrderError>[] {
  const seen = new Set<string>();
  return results.map((result) => {
    if (!result.ok) return result;
    const { uuid } = result.value.terms;
    if (seen.has(uuid)) return err({ kind: 'order-exists', uuid });
    seen.add(uuid);
    return result;
  });
}

/** All values; undefined unless every result has one. */
function allOf<T>(results: readonly Result<T, unknown>[]): readonly T[] | undefined {
  const values = results.flatMap((result) => (result.ok ? [result.value] : []));
  return values.length === results.length ? values : undefined;
}
