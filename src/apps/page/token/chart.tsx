import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Candle } from '../../../sdk/client/index.js';
import { bitcoins, dollars, share } from '../../../sdk/words/numbers.js';
import { candleTime, hasHours, isLine } from './chart-data.js';
import { ChartCredit } from './chart-credit.js';
import type { ChartChoice } from './chart-route.js';
import { useDrawn } from './use-drawn.js';

interface ChartProps {
  readonly candles: readonly Candle[];
  readonly choice: ChartChoice;
  /** Description of the chart for those who cannot see it. */
  readonly label: string;
}

/** Candles in a chart, whose code is loaded when it is first drawn. The table of figures below says the same in words. */
export function Chart({ candles, choice, label }: ChartProps) {
  const pointed = useSignal<Candle | undefined>(undefined);
  const { box, chart } = useDrawn(async () => {
    const { drawCandles } = await import('./candle-chart.js');
    return (element) => drawCandles(element, (candle) => (pointed.value = candle));
  });
  const drawn = chart.value;
  useEffect(() => drawn?.show(candles, choice), [drawn, candles, choice]);
  const last = candles.at(-1);
  return (
    <figure class="chart">
      <div ref={box} class="chart-box" role="img" aria-label={label} />
      <figcaption class="between muted small">
        {last !== undefined && (
          <span>
            {candleWords(pointed.value, last, choice)}
            {candles.some(({ filled }) => filled === true) &&
              '. Grey: no price was recorded then, and the one before is held.'}
          </span>
        )}
        <ChartCredit />
      </figcaption>
    </figure>
  );
}

/** Words for the candle under the crosshair, or else for the last one. */
function candleWords(pointed: Candle | undefined, last: Candle, { interval, quote }: ChartChoice): string {
  const { time, open, high, low, close } = pointed ?? last;
  const priceOf = quote === 'usd' ? dollars : bitcoins;
  const name = pointed === undefined ? undefined : candleTime(time, hasHours(interval));
  if (isLine(interval)) return `${name ?? 'Last price'}: ${priceOf(close)}`;
  const words = `${name ?? 'Last candle'}: open ${priceOf(open)}, high ${priceOf(high)}, low ${priceOf(low)}, close ${priceOf(close)}`;
  if (pointed === undefined || open === 0) return words;
  const change = close / open - 1;
  return `${words}, ${change < 0 ? '−' : '+'}${share(Math.abs(change))}`;
}
