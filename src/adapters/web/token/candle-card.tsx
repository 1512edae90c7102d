import { useSignal } from '@preact/signals';
import { Choice } from '../parts/choice.js';
import { Empty, Failed, Loading, Outdated } from '../parts/states.js';
import { useReading } from '../live/reading.js';
import { Chart } from './chart.js';

const INTERVALS = [
  ['5m', '5 min'],
  ['1h', '1 h'],
  ['4h', '4 h'],
  ['1d', '1 d'],
  ['1w', '1 w'],
] as const;
const QUOTES = [
  ['usd', 'Dollars'],
  ['sbtc', 'sBTC'],
] as const;

/** The newest candle changes with each run. */
const REFRESH_MS = 60_000;

type Interval = (typeof INTERVALS)[number][0];
type Quote = (typeof QUOTES)[number][0];

const unitOf = (quote: Quote): string => (quote === 'usd' ? 'dollars' : 'sBTC');

/** The token's candles in the interval and quote that the visitor chooses. */
export function CandleCard({ contractId, symbol }: { readonly contractId: string; readonly symbol: string }) {
  const interval = useSignal<Interval>('1h');
  const quote = useSignal<Quote>('usd');
  const { reading, again } = useReading(async (client, signal) => {
    const wanted = { interval: interval.value, quote: quote.value };
    return { ...wanted, candles: await client.prices.history(contractId, wanted, { signal }) };
  }, REFRESH_MS);
  const { value, problem } = reading.value;
  return (
    <section class="card token-chart">
      <header class="card-head">
        <h2>Price in {unitOf(quote.value)}</h2>
        <Choice
          label="Length of a candle"
          options={INTERVALS}
          value={interval.value}
          onChoose={(one) => (interval.value = one)}
        />
        <Choice
          label="Price in"
          options={QUOTES}
          value={quote.value}
          onChoose={(one) => (quote.value = one)}
        />
      </header>
      {value !== undefined && problem !== undefined && <Outdated problem={problem} />}
      <div class="chart-room">
        {value === undefined ? (
          problem === undefined ? (
            <Loading what="candles" />
          ) : (
            <Failed problem={problem} again={again} />
          )
        ) : value.candles.length === 0 ? (
          <Empty title="No prices were recorded yet." />
        ) : (
          <Chart
            candles={value.candles}
            quote={value.quote}
            label={`Candles of ${symbol} in ${unitOf(value.quote)}, ${value.candles.length} of ${value.interval} each`}
          />
        )}
      </div>
    </section>
  );
}
