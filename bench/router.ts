import { parseArgs } from 'node:util';
import { Router } from '../src/domain/router/best-route.js';
import { exhaustiveSearch } from '../test/support/exhaustive-search.js';
import type { Split } from '../src/domain/router/split/split.js';
import type { MarketQuery } from '../test/support/market-arbitrary.js';
import { scaleFreeMarket } from '../test/support/scale-free-market.js';
import { figure, printJson, printTable, type Row } from './support/report.js';
import { bigintLayers, tightPass } from './support/router-baselines.js';
import { fuzzRouter } from './support/router-fuzz.js';
import { percentile, timeEach, type Timing } from './support/stats.js';

/** Calls that each slow baseline gets; the router and the tight pass get `FAST_SAMPLES`. */
const SIZES = [
  { vaults: 50, exhaustive: 2000, layers: 2000 },
  { vaults: 200, exhaustive: 1000, layers: 2000 },
  { vaults: 1000, exhaustive: 100, layers: 1000 },
  { vaults: 5000, exhaustive: 12, layers: 300 },
];
const FAST_SAMPLES = 20_000;
const WARM_UP_QUOTES = 40_000;

const { values: options } = parseArgs({
  options: { fuzz: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
});
const seed = Number(options.seed);
const sink: unknown[] = [];
const rows: Row[] = [];
const results: Record<string, unknown>[] = [];

for (const size of SIZES) {
  const result = measure(size);
  results.push(result.json);
  rows.push(...result.rows);
}
printTable(rows);
const fuzz = fuzzRouter(Number(options.fuzz), seed);
console.log(
  `\n${fuzz.queries} random queries against exhaustive search, ${fuzz.routes} with a route: ${fuzz.differences} differences, least inputs ${fuzz.inputDifferences}`,
);
printJson('router', { unit: 'us per quote', sizes: results, fuzz });

function measure(size: (typeof SIZES)[number]) {
  const market = scaleFreeMarket(size.vaults, seed);
  const router = new Router(market.vaults);
  for (const [id, held] of market.reserves) router.update(id, held);
  const searches = {
    exhaustive: exhaustiveSearch(market.vaults, market.reserves),
    layers: bigintLayers(market.vaults, market.reserves),
    tight: tightPass(market.vaults, market.reserves),
  };
  const ask =
    <T>(
      search: (tokenIn: MarketQuery['tokenIn'], tokenOut: MarketQuery['tokenOut'], amountIn: bigint) => T,
    ) =>
    ({ tokenIn, tokenOut, amountIn }: MarketQuery) =>
      search(tokenIn, tokenOut, amountIn);
  const quote = ask((tokenIn, tokenOut, amountIn) => router.bestRoute(tokenIn, tokenOut, amountIn));

  const queries = market.queries(FAST_SAMPLES);
  const slow = queries.slice(0, size.exhaustive);
  const differences = slow.filter((query) => {
    const amountOut = quote(query)?.amountOut ?? 0n;
    return (
      amountOut !== (ask(searches.exhaustive)(query)?.amountOut ?? 0n) ||
      amountOut !== ask(searches.layers)(query)
    );
  }).length;
  const wishes = queries.flatMap((query) => {
    const amountOut = quote(query)?.amountOut;
    return amountOut === undefined ? [] : [{ ...query, amountOut }];
  });
  const input = ({ tokenIn, tokenOut, amountOut }: (typeof wishes)[number]) =>
    router.leastRoute(tokenIn, tokenOut, amountOut);
  market.queries(WARM_UP_QUOTES).forEach((query) => (sink[0] = quote(query)));
  wishes.forEach((wish) => (sink[0] = input(wish)));
  const split = ask((tokenIn, tokenOut, amountIn) => router.bestSplit(tokenIn, tokenOut, amountIn));
  queries.forEach((query) => (sink[0] = split(query)));
  queries.slice(0, WARM_UP_QUOTES / 40).forEach(ask(searches.tight));

  const timings = {
    exhaustive: timeEach(slow, ask(searches.exhaustive), sink),
    'bigint layers': timeEach(queries.slice(0, size.layers), ask(searches.layers), sink),
    router: timeEach(queries, quote, sink),
    'least input': timeEach(wishes, input, sink),
    split: timeEach(queries, split, sink),
    'tight pass': timeEach(queries, ask(searches.tight), sink),
  };
  return report(size.vaults, timings, { differences, ...gapsOf(queries.map(split)) });
}

/** Percent by which splits are below their bounds, and those above them. Outputs of few units say nothing. */
function gapsOf(splits: readonly (Split | undefined)[]) {
  const found = splits.filter((split) => split !== undefined);
  const large = found.filter(({ amountOut }) => amountOut >= 10_000n);
  const gaps = large.map(({ amountOut, bound }) => 100 * (1 - Number(amountOut) / Number(bound)));
  return {
    gapMedianPercent: figure(percentile(gaps, 0.5)),
    gapP95Percent: figure(percentile(gaps, 0.95)),
    aboveBound: found.filter(({ amountOut, bound }) => amountOut > bound).length,
  };
}

function report(
  vaults: number,
  timings: Record<string, Timing>,
  found: ReturnType<typeof gapsOf> & { differences: number },
) {
  const router = timings.router!;
  const tight = timings['tight pass']!;
  const lines = Object.entries(timings).map(([search, { medianUs, p99Us, samples }]): Row => ({
    vaults,
    search,
    samples,
    'median us': figure(medianUs),
    'p99 us': figure(p99Us),
    'median / tight': figure(medianUs / tight.medianUs),
    'p99 / tight': figure(p99Us / tight.p99Us),
    'median / router': figure(medianUs / router.medianUs),
    ...(search === 'split' && { 'gap median %': found.gapMedianPercent, 'gap p95 %': found.gapP95Percent }),
  }));
  const json = {
    vaults,
    ...found,
    ...timings,
    routerToTightMedian: figure(router.medianUs / tight.medianUs),
    routerToTightP99: figure(router.p99Us / tight.p99Us),
    exhaustiveToRouter: figure(timings.exhaustive!.medianUs / router.medianUs),
  };
  return { rows: lines, json };
}
