import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Candle } from '../../../client/index.js';
import { bitcoins, dollars } from '../format/numbers.js';
import type { CandleChart } from './candle-chart.js';
import { isLine } from './chart-data.js';
import type { ChartChoice } from './chart-route.js';

interface ChartProps {
  readonly candles: readonly Candle[];
  readonly choice: ChartChoice;
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
}

/** Candles in a chart, which is loaded when the first is drawn. The table of figures below says the same in words. */
export function Chart({ candles, choice, label }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useSignal<CandleChart | undefined>(undefined);
  useEffect(() => {
    const state = { isGone: false };
    void import('./candle-chart.js').then(({ drawCandles }) => {
      if (!state.isGone) chart.value = drawCandles(box.current!);
    }, reportError);
    return () => {
      state.isGone = true;
      chart.peek()?.remove();
      chart.value = undefined;
    };
  }, [chart]);
  const drawn = chart.value;
  useEffect(() => drawn?.show(candles, choice), [drawn, candles, choice]);
  const last = candles.at(-1);
  const priceOf = choice.quote === 'usd' ? dollars : bitcoins;
  return (
    <figure class="chart">
      <div ref={box} class="chart-box" role="img" aria-label={label} />
      <figcaption class="chart-caption muted small">
        {last !== undefined && (
          <span>
            {isLine(choice.interval)
              ? `Last price: ${priceOf(last.close)}`
              : `Last candle: open ${priceOf(last.open)}, high ${priceOf(last.high)}, low ${priceOf(last.low)}, close ${priceOf(last.close)}`}
            {candles.some(({ filled }) => filled === true) &&
              '. Grey: no price was recorded then, and the one before is held.'}
          </span>
        )}
        {/* The chart library's licence asks for this link. */}
        <a href="https://www.tradingview.com/" rel="noopener noreferrer">
          Charts by TradingView
        </a>
      </figcaption>
    </figure>
  );
}
