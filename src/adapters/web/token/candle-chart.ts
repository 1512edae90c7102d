import { CandlestickSeries, ColorType, createChart, type UTCTimestamp } from 'lightweight-charts';
import type { Candle } from '../../../client/index.js';
import { bitcoins, dollars } from '../format/numbers.js';

/** A chart of candles in an element. */
export interface CandleChart {
  show(candles: readonly Candle[], quote: 'usd' | 'sbtc'): void;
  remove(): void;
}

const DARK = matchMedia('(prefers-color-scheme: dark)');

/** Draws a chart that fills the element and follows its size and the colours of the page. */
export function drawCandles(element: HTMLElement): CandleChart {
  const chart = createChart(element, { autoSize: true, layout: { attributionLogo: false } });
  const series = chart.addSeries(CandlestickSeries);
  const dress = () => {
    const { text, muted, line, good, bad } = coloursOf(element);
    chart.applyOptions({
      layout: { background: { type: ColorType.Solid, color: 'transparent' }, textColor: muted },
      grid: { vertLines: { visible: false }, horzLines: { color: line } },
      crosshair: { vertLine: { color: text }, horzLine: { color: text } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line, timeVisible: true, secondsVisible: false },
    });
    series.applyOptions({
      ...{ upColor: good, wickUpColor: good, borderUpColor: good },
      ...{ downColor: bad, wickDownColor: bad, borderDownColor: bad },
    });
  };
  dress();
  DARK.addEventListener('change', dress);
  let shown = '';
  return {
    show: (candles, quote) => {
      const format = quote === 'usd' ? dollars : bitcoins;
      series.applyOptions({ priceFormat: { type: 'custom', formatter: format, minMove: stepOf(candles) } });
      series.setData(
        candles.map(({ time, open, high, low, close }) => ({
          time: time as UTCTimestamp,
          open,
          high,
          low,
          close,
        })),
      );
      // A newer candle must not move what the visitor looks at.
      const now = `${quote} ${candles[0]?.time}`;
      if (now !== shown) chart.timeScale().fitContent();
      shown = now;
    },
    remove: () => {
      DARK.removeEventListener('change', dress);
      chart.remove();
    },
  };
}

/** The smallest difference of prices that shows: the last of four digits that count. */
function stepOf(candles: readonly Candle[]): number {
  const close = candles.at(-1)?.close ?? 1;
  return 10 ** (Math.floor(Math.log10(close)) - 3);
}

/** The page's colours as the browser resolves them: the chart draws on a canvas, which knows no custom properties. */
function coloursOf(element: HTMLElement) {
  const probe = element.appendChild(document.createElement('span'));
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    text: colour('--text'),
    muted: colour('--muted'),
    line: colour('--line'),
    good: colour('--good'),
    bad: colour('--bad'),
  };
  probe.remove();
  return colours;
}
