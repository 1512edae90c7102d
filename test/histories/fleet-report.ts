import type { Played } from './chaos.js';
import type { Disturbed } from './fleet.js';
import type { StreamLine } from './history.js';
import type { Outage } from './recorder.js';

/** What the run breaks apart from orders and streams; empty if nothing. */
export function violationsOfFleet({ disturbed, recorder, followers }: Played<Disturbed>): readonly string[] {
  const { load, promotion, prices, lost } = disturbed;
  const lines = followers.flatMap((follower) => follower.lines);
  const { due, stored, logged, differences } = prices;
  const excuses = [promotion, ...disturbed.stalls];
  const isExcused = ({ from, to }: Outage) =>
    excuses.some((excuse) => to >= excuse.from && from <= excuse.to);
  return [
    ...lines.filter(({ kind }) => kind === 'resync').map(() => 'a stream had to begin again'),
    ...lost.map((uuid) => `${uuid} was acknowledged, and is lost`),
    ...[...recorder.outages, ...load.outages]
      .filter((outage) => !isExcused(outage))
      .map(({ name, from, to }) => {
        const since = (ms: number) => ((ms - promotion.from) / 1_000).toFixed(1);
        return `${name}, asked ${since(from)} s and answered ${since(to)} s after the primary died`;
      }),
    ...due.filter((time) => !stored.includes(time)).map((time) => `no prices of ${time}`),
    ...stored
      .filter((time, n) => !due.includes(time) || stored.indexOf(time) !== n)
      .map((time) => `prices of ${time} are one too many`),
    ...logged
      .filter((time, n) => logged.indexOf(time) !== n)
      .map((time) => `prices of ${time} were recorded twice`),
    ...(differences > 0 ? [`${differences} aggregates of prices are wrong`] : []),
  ];
}

/** What a run has done, in numbers. */
export function countsOf({
  disturbed,
  recorder,
  orders,
  feed,
  followers,
  deliveries,
  stored,
}: Played<Disturbed>): object {
  const { kills, failedStarts, load, promotion, prices } = disturbed;
  const calls = orders.flatMap((order) => order.calls);
  const lines = followers.flatMap((follower) => follower.lines);
  const streamed = (kind: StreamLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const ended = stored.map(({ status }) => String(status));
  return {
    kills,
    failedStarts,
    stallsMs: Math.round(disturbed.stalls.reduce((sum, { from, to }) => sum + to - from, 0)),
    promotionMs: Math.round(promotion.promoted - promotion.from),
    orders: countBy(ended),
    calls: calls.length,
    unknown: calls.filter(({ to }) => to === Infinity).length,
    events: feed.length,
    streamed: streamed('order'),
    connections: streamed('opened'),
    resyncs: streamed('resync'),
    messages: deliveries.flatMap(({ messages }) => messages).length,
    priceRuns: prices.stored.length,
    loadOrders: load.placed.size,
    loadCancels: load.cancelled.size,
    sentAgain: load.sentAgain,
    outages: recorder.outages.length + load.outages.length,
    load: load.answers,
    answers: recorder.answers,
  };
}

const countBy = (words: readonly string[]): Readonly<Record<string, number>> =>
  words.reduce<Record<string, number>>(
    (counts, word) => ({ ...counts, [word]: (counts[word] ?? 0) + 1 }),
    {},
  );
