import { useComputed } from '@preact/signals';
import { Choice } from '../parts/choice.js';
import { Empty, Outdated, Pending } from '../parts/states.js';
import { useReading } from '../live/reading.js';
import { href, replaceRoute, route } from '../route.js';
import { Chart } from './chart.js';
import { isLine } from './chart-data.js';
import { chartChoice, chartQuery, INTERVALS, QUOTES, type ChartChoice, type Quote } from './chart-route.js';

/** Interval of reading the candles, ms: the newest one changes with each run of prices. */
const REFRESH_MS = 60_000;

const unitWords = (quote: Quote): string => (quote === 'usd' ? 'dollars' : 'sBTC');

/** The token's candles, in the interval and quote that the address names and the visitor can change. */
export function CandleCard({ contractId, symbol }: { readonly contractId: string; readonly symbol: string }) {
  const interval = useComputed(() => chartChoice(route.value.query).interval);
  const quote = useComputed(() => chartChoice(route.value.query).quote);
  const choose = (part: Partial<ChartChoice>) => {
    const chosen = { interval: interval.peek(), quote: quote.peek(), ...part };
    replaceRoute(href('token', [contractId], chartQuery(chosen)));
  };
  const { reading, again } = useReading(async (client, signal) => {
    const choice = { interval: interval.value, quote: quote.value };
    const query = { ...choice, fill: 'previous' } as const;
    return { choice, candles: await client.prices.history(contractId, query, { signal }) };
  }, REFRESH_MS);
  const { value, problem } = reading.value;
  return (
    <section class="card stack token-chart">
      <header class="wrap">
        <h2>Price in {unitWords(quote.value)}</h2>
        <Choice
          label="Length of a candle"
          options={INTERVALS}
          value={interval.value}
          onChoose={(one) => choose({ interval: one })}
        />
        <Choice
          label="Price in"
          options={QUOTES}
          value={quote.value}
          onChoose={(one) => choose({ quote: one })}
        />
      </header>
      {value !== undefined && problem !== undefined && <Outdated problem={problem} />}
      <div class="chart-room">
        {value === undefined ? (
          <Pending what="candles" problem={problem} again={again} />
        ) : value.candles.length === 0 ? (
          <Empty title="No prices were recorded yet." />
        ) : (
          <Chart
            candles={value.candles}
            choice={value.choice}
            label={`${isLine(value.choice.interval) ? 'Prices' : 'Candles'} of ${symbol} in ${unitWords(value.choice.quote)}, ${value.candles.length} of ${value.choice.interval} each`}
          />
        )}
      </div>
    </section>
  );
}
