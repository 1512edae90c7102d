import { evaluateOrder, type Evaluation, type StopKind } from '../../domain/order/evaluation/evaluation.js';
import { checkOffer } from '../../domain/order/evaluation/own-bounds.js';
import type { Figures } from '../../domain/order/evaluation/retry-policy.js';
import { placeOrder } from '../../domain/order/lifecycle/lifecycle.js';
import { FAILURE_WINDOW_MS } from '../../domain/order/limits/owner-limits.js';
import type { OpenOrder, OrderTerms } from '../../domain/order/order.js';
import type { AnyOrder } from '../../domain/order/terms/draft.js';
import { parseSlippage } from '../../domain/router/slippage.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { defined } from '../../domain/shared/fields.js';
import { err, unwrap, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import { checkOwner, readStandings, type OwnerRefused } from '../execution/send/check-owner.js';
import type { Brakes } from '../execution/send/brakes.js';
import type { GuardTrigger } from '../execution/tick/guard-trigger.js';
import { missFigures } from '../execution/tick/market-miss.js';
import { priceOfList } from '../execution/tick/trigger-prices.js';
import type { PriceListCache } from '../prices/price-list-cache.js';
import type { QuotedRoute, QuoteRouteError, QuoteRouteInput } from '../quotes/quote-route.js';
import type { CoreSettings } from '../settings.js';
import type { makeReadBalances } from '../wallets/read-balances.js';
import { isSignedOrder, type CheckDraft } from './check-draft.js';
import type { PlaceOrderError } from './place-order.js';
import { storeOrders, type Conflict } from './store-orders.js';

/** Reason why an order that is placed now is not sent at once. */
export type HoldReason = Exclude<Evaluation['reason'], 'due' | 'backing-off'> | StopKind;

/** Obstacle between an order and its swap. */
export interface Hold extends Figures {
  readonly reason: HoldReason;
  /** Time at which the obstacle may be gone, or is looked at again; absent if that depends on the market, the owner or the operator. */
  readonly until?: Date;
  /** Token whose price or liquidity is the obstacle. */
  readonly token?: ContractId;
  /** The pair's price, and the signed fraction of itself by which it must move. */
  readonly ratio?: string;
  readonly distance?: string;
}

/** Outcome of an order, had it been placed now. */
export interface Rehearsal {
  readonly at: Date;
  /** Whether the signatures were checked: the order had one. */
  readonly isSigned: boolean;
  /** Reason why it would be refused; absent if it would be stored. */
  readonly refused?: PlaceOrderError;
  /** Everything that would keep it from being sent now, in the order in which the executor checks it. Empty if it is refused. */
  readonly holds: readonly Hold[];
  /** The best route at the moment; absent if there is none, or if the order would be refused. */
  readonly quote?: QuotedRoute;
}

/**
 * Finds out what would become of an order, signed or not, if it were placed now. Stores, signs and sends nothing. Unlike a swap, it
 * reads balances and reserves as quotes do: they may be seconds old.
 */
export type RehearseOrder = (input: AnyOrder) => Promise<Rehearsal>;

type Needs = Pick<Ports, 'clock' | 'swaps' | 'unitOfWork'>;

interface Parts {
  readonly check: CheckDraft;
  readonly brakes: Pick<Brakes, 'stops' | 'weigh'>;
  readonly guard: GuardTrigger;
  readonly prices: Pick<PriceListCache, 'list'>;
  readonly quote: (input: QuoteRouteInput) => Promise<Result<QuotedRoute, QuoteRouteError>>;
  readonly readBalances: ReturnType<typeof makeReadBalances>;
  /** The operator's accounts. */
  readonly senders: readonly OrderTerms['owner'][];
}

type Settings = Pick<
  CoreSettings,
  'minLiquidityUsd' | 'ownerFailures' | 'ownerInFlight' | 'quotas' | 'slippage'
>;

export const makeRehearseOrder = (ports: Needs, parts: Parts, settings: Settings): RehearseOrder => {
  const { clock, unitOfWork } = ports;

  /** Whatever would keep the order from being stored. It is stored with all checks, and taken back. */
  const conflictOf = async (placed: ReturnType<typeof placeOrder>): Promise<Conflict | undefined> => {
    const tried = await unitOfWork.run<never, Conflict | undefined>(async (storage) => {
      const [stored] = await storeOrders(storage, [placed], settings.quotas);
      return err(stored!.ok ? undefined : stored!.error);
    });
    return tried.ok ? undefined : tried.error;
  };

  const holdsOf = async (order: OpenOrder, quoted: Result<QuotedRoute, QuoteRouteError>, now: Date) => {
    const { terms } = order;
    const [onTime, stops, worth, ofOwner] = await Promise.all([
      onTerms(order, now),
      parts.brakes.stops(),
      parts.brakes.weigh(terms),
      onOwner(terms, now),
    ]);
    return [
      ...onTime,
      ...stops.map((stop): Hold => ({ reason: stop.kind, ...('until' in stop && { until: stop.until }) })),
      ...(worth.ok ? [] : [{ reason: worth.error.kind }]),
      ...ofOwner,
      ...onMarket(terms, quoted),
    ];
  };

  /** Obstacles in the order's own trigger, window and guards. */
  const onTerms = async (order: OpenOrder, now: Date): Promise<readonly Hold[]> => {
    const priceOf = priceOfList(await parts.prices.list());
    const evaluation = evaluateOrder(order, { now, priceOf, minLiquidityUsd: settings.minLiquidityUsd });
    if (evaluation !== undefined && evaluation.state !== 'ready') return [holdOf(evaluation)];
    const held = await parts.guard(order);
    if (held === undefined || held.kind === 'not-due') return [];
    return [{ reason: held.kind, until: held.at, ...held.figures }];
  };

  /** Obstacles in the owner's balance, swaps in progress and failures. */
  const onOwner = async (terms: OrderTerms, now: Date): Promise<readonly Hold[]> => {
    const { owner, inputToken } = terms;
    const [standings, read] = await Promise.all([
      readStandings(ports.swaps, [owner], { senders: parts.senders, now }),
      parts.readBalances({ address: owner, tokens: inputToken }),
    ]);
    const balance = read.ok ? read.value.balances[0]?.balance : undefined;
    const height = read.ok ? read.value.blockHeight : 0;
    const limits = { inFlight: settings.ownerInFlight, failures: settings.ownerFailures };
    const checked = checkOwner(terms, { balance, height }, standings.get(owner)!, limits);
    const unread: readonly Hold[] = read.ok ? [] : [{ reason: 'chain-unreachable' }];
    return checked.ok ? unread : [...unread, ownerHold(checked.error, now)];
  };

  return async (input) => {
    const at = clock.now();
    const checked = await parts.check(input);
    if (!checked.ok) return { at, isSigned: isSignedOrder(input), refused: checked.error, holds: [] };
    const { terms, stored, isSigned } = checked.value;
    const placed = placeOrder(terms, at);
    const conflict = stored === undefined ? await conflictOf(placed) : undefined;
    if (conflict !== undefined) {
      const refused: PlaceOrderError =
        conflict.kind === 'already-exists' ? { kind: 'order-exists', uuid: terms.uuid } : conflict;
      return { at, isSigned, refused, holds: [] };
    }
    const { inputToken: tokenIn, outputToken: tokenOut, amountIn } = terms;
    const slippage = unwrap(parseSlippage(terms.slippage ?? settings.slippage));
    const quoted = await parts.quote({ tokenIn, tokenOut, amountIn, slippage });
    const holds = await holdsOf(placed.order, quoted, at);
    return { at, isSigned, holds, ...(quoted.ok && { quote: quoted.value }) };
  };
};

/** Obstacles in what the vaults would pay. */
function onMarket(terms: OrderTerms, quoted: Result<QuotedRoute, QuoteRouteError>): readonly Hold[] {
  if (!quoted.ok) return [{ reason: quoted.error.kind }];
  const { route, priceImpact, protected: isProtected } = quoted.value;
  const offer = { amountOut: route.amountOut, priceImpact, protected: isProtected };
  const accepted = checkOffer(terms, offer, terms.trigger === undefined ? 'owner' : 'executor');
  if (accepted.ok) return [];
  const { error } = accepted;
  return [{ reason: error.kind, ...(error.kind !== 'unprotected-route' && missFigures(error)) }];
}

function holdOf(evaluation: Exclude<Evaluation, { state: 'ready' }>): Hold {
  const { state: _state, reason, ...facts } = evaluation as Hold & { state: string; opensAt?: Date };
  const { opensAt, ...figures } = facts;
  return { reason, ...figures, ...(opensAt !== undefined && { until: opensAt }) };
}

function ownerHold({ kind, shortfall }: OwnerRefused, now: Date): Hold {
  if (kind === 'too-many-failures')
    return { reason: kind, until: new Date(now.getTime() + FAILURE_WINDOW_MS) };
  const { balance, needed } = shortfall ?? {};
  return { reason: kind, ...defined({ balance: balance?.toString(), needed: needed?.toString() }) };
}
