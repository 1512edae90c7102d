import {
  CandlestickSeries,
  ColorType,
  createChart,
  LineSeries,
  LineType,
  TickMarkType,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '../../../client/index.js';
import { dayOfUtc, timeOfUtc } from '../format/times.js';
import { axisPlaces, axisText, clockShift, hasHours, isLine } from './chart-data.js';
import type { ChartChoice, Interval } from './chart-route.js';

/** A chart of candles in an element. */
export interface CandleChart {
  show(candles: readonly Candle[], choice: ChartChoice): void;
  remove(): void;
}

const DARK = matchMedia('(prefers-color-scheme: dark)');

type Line = ISeriesApi<'Line'>;
type Bars = ISeriesApi<'Candlestick'>;
type Shown = readonly [candles: readonly Candle[], choice: ChartChoice];

/** Draws a chart that fills the element, follows its size and the colours of the page, and tells the candle under the crosshair. */
export function drawCandles(
  element: HTMLElement,
  onPoint: (candle: Candle | undefined) => void,
): CandleChart {
  const chart = createChart(element, { autoSize: true, layout: { attributionLogo: false } });
  let line: Line | undefined;
  let bars: Bars | undefined;
  let shown: Shown | undefined;
  const draw = (candles: readonly Candle[], { interval, quote }: ChartChoice) => {
    const colours = coloursOf(element);
    const places = axisPlaces(candles, quote);
    const formatter = (price: number) => axisText(price, places, quote);
    const options = { priceFormat: { type: 'custom' as const, formatter, minMove: 10 ** -places } };
    chart.applyOptions(optionsOf(colours));
    chart.applyOptions(clockOf(interval));
    const times = candles.map(({ time }) => (time + clockShift(candles, interval)) as UTCTimestamp);
    if (isLine(interval)) {
      if (bars !== undefined) chart.removeSeries(bars);
      bars = undefined;
      line ??= chart.addSeries(LineSeries, { lineWidth: 2, lineType: LineType.WithSteps });
      line.applyOptions({ ...options, color: colours.accent });
      line.setData(
        candles.map(({ close, filled }, n) => ({
          time: times[n]!,
          value: close,
          ...(filled === true && { color: colours.muted }),
        })),
      );
      return;
    }
    if (line !== undefined) chart.removeSeries(line);
    line = undefined;
    bars ??= chart.addSeries(CandlestickSeries);
    const { good, bad, muted } = colours;
    bars.applyOptions({
      ...options,
      ...{ upColor: good, wickUpColor: good, borderUpColor: good },
      ...{ downColor: bad, wickDownColor: bad, borderDownColor: bad },
    });
    bars.setData(
      candles.map(({ open, high, low, close, filled }, n) => ({
        ...{ time: times[n]!, open, high, low, close },
        ...(filled === true && { color: muted, borderColor: muted, wickColor: muted }),
      })),
    );
  };
  chart.subscribeCrosshairMove(({ time }) => {
    if (shown === undefined || time === undefined) return onPoint(undefined);
    const [candles, { interval }] = shown;
    const at = (time as number) - clockShift(candles, interval);
    onPoint(candles.find((candle) => candle.time === at));
  });
  const redraw = () => shown !== undefined && draw(...shown);
  DARK.addEventListener('change', redraw);
  return {
    show: (candles, choice) => {
      draw(candles, choice);
      // A newer candle must not move what the visitor looks at.
      if (startOf([candles, choice]) !== startOf(shown)) chart.timeScale().fitContent();
      shown = [candles, choice];
    },
    remove: () => {
      DARK.removeEventListener('change', redraw);
      chart.remove();
    },
  };
}

const startOf = (shown: Shown | undefined): string | undefined =>
  shown && `${shown[1].quote} ${shown[1].interval} ${shown[0][0]?.time}`;

const optionsOf = ({ text, muted, line }: ReturnType<typeof coloursOf>) => ({
  layout: { background: { type: ColorType.Solid, color: 'transparent' }, textColor: muted },
  grid: { vertLines: { visible: false }, horzLines: { color: line } },
  crosshair: { vertLine: { color: text }, horzLine: { color: text } },
  rightPriceScale: { borderColor: line },
  timeScale: { borderColor: line },
});

const clockOf = (interval: Interval) => ({
  localization: { locale: 'en', timeFormatter: (time: Time) => fullTimeOf(time, hasHours(interval)) },
  timeScale: { timeVisible: hasHours(interval), secondsVisible: false, tickMarkFormatter: tickText },
});

const dateOf = (time: Time): Date => new Date((time as UTCTimestamp) * 1_000);

const fullTimeOf = (time: Time, withHours: boolean): string =>
  `${dayOfUtc(dateOf(time))}${withHours ? `, ${timeOfUtc(dateOf(time))}` : ''}`;

/** The clock of the page's texts; days by the library's own words. */
const tickText = (time: Time, type: TickMarkType): string | null =>
  type === TickMarkType.Time || type === TickMarkType.TimeWithSeconds ? timeOfUtc(dateOf(time)) : null;

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
    accent: colour('--accent'),
    good: colour('--good'),
    bad: colour('--bad'),
  };
  probe.remove();
  return colours;
}
