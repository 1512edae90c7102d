import { replayTrigger, runsBefore, type Replay } from '../../domain/order/evaluation/replay.js';
import type { PriceCondition } from '../../domain/order/conditions/price.js';
import type { OrderTerms } from '../../domain/order/order.js';
import type { AnyOrder } from '../../domain/order/terms/draft.js';
import { GRID_SECONDS, gridPointAt } from '../../domain/price-series/price.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { CallersReads, Ports } from '../../ports/index.js';
import { recordedRatios } from '../execution/tick/recorded-ratios.js';
import type { CoreSettings } from '../settings.js';
import type { CheckDraft } from './check-draft.js';
import type { OrderExists, OrderRefused } from './check-order.js';

/** Longest span of a replay, in days. */
export const MOST_REPLAYED_DAYS = 90;
const DAY_MS = 86_400_000;

/** The span of a replay is empty, or longer than 90 days. */
export interface InvalidSpan {
  readonly kind: 'invalid-span';
  readonly reason: string;
}

/** The order has no price that triggers it, so recorded prices do not decide when it is sent. */
export interface NotTriggered {
  readonly kind: 'not-triggered-by-price';
}

/** A replay, with the span that it covers: the order's window may be shorter than what was asked for. */
export interface ReplayedOrder extends Replay {
  readonly from: Date;
  readonly to: Date;
}

/** Time span of a replay; `to` is now if absent. */
export interface ReplaySpan {
  readonly from: Date;
  readonly to?: Date | undefined;
}

/** Reason why an order is not replayed. */
export type ReplayOrderError = OrderRefused | OrderExists | InvalidSpan | NotTriggered;

/** Replays an order, signed or not, over recorded prices: when would it have been sent, and at what price. */
export type ReplayOrder = (
  input: AnyOrder,
  span: ReplaySpan,
) => Promise<Result<ReplayedOrder, ReplayOrderError>>;

export const makeReplayOrder =
  (
    { clock, prices }: Pick<Ports, 'clock'> & Pick<CallersReads, 'prices'>,
    check: CheckDraft,
    { confirmBlocks }: Pick<CoreSettings, 'confirmBlocks'>,
  ): ReplayOrder =>
  async (input, asked) => {
    const checked = await check(input);
    if (!checked.ok) return checked;
    const { terms } = checked.value;
    const { trigger, confirm = { blocks: confirmBlocks } } = terms;
    if (trigger?.kind !== 'price' && trigger?.kind !== 'trail')
      return err({ kind: 'not-triggered-by-price' });
    const span = spanOf(asked, terms, clock.now());
    if (!span.ok) return span;
    const { from, to } = span.value;
    const before = runsBefore({ trigger, confirm });
    const recorded = await readRuns(prices, trigger, { from, to, before });
    return ok({ from, to, ...replayTrigger({ trigger, confirm }, recorded, before) });
  };

/** The part of the span that lies in the past and in the order's window. */
function spanOf(
  { from, to }: ReplaySpan,
  { validFrom, validTo }: Pick<OrderTerms, 'validFrom' | 'validTo'>,
  now: Date,
): Result<Required<Pick<ReplayedOrder, 'from' | 'to'>>, InvalidSpan> {
  const latest = Math.min(...[now, to ?? now, validTo ?? now].map((time) => time.getTime()));
  const earliest = Math.max(from.getTime(), validFrom?.getTime() ?? 0);
  const span = { from: new Date(earliest), to: new Date(latest) };
  if (earliest >= latest)
    return err({
      kind: 'invalid-span',
      reason: 'from must be before to, now, and the end of the order’s window',
    });
  return latest - earliest <= MOST_REPLAYED_DAYS * DAY_MS
    ? ok(span)
    : err({ kind: 'invalid-span', reason: `at most ${MOST_REPLAYED_DAYS} days` });
}

async function readRuns(
  prices: CallersReads['prices'],
  { conditionToken, baseAsset }: Pick<PriceCondition, 'conditionToken' | 'baseAsset'>,
  { from, to, before }: { readonly from: Date; readonly to: Date; readonly before: number },
) {
  const [first, last] = [gridPointAt(from), gridPointAt(to)].map((point) => point.getTime() / 1_000) as [
    number,
    number,
  ];
  const inSpan = Math.round((last - first) / GRID_SECONDS) + 1;
  const newestFirst = await recordedRatios(prices, {
    ...{ conditionToken, baseAsset },
    run: new Date(last * 1_000),
    runs: inSpan + before,
  });
  return newestFirst
    .map((ratio, n) => ({ at: new Date((last - n * GRID_SECONDS) * 1_000), ratio }))
    .toReversed();
}
