import {
  CandlestickSeries,
  createChart,
  LineSeries,
  LineStyle,
  LineType,
  type IPriceLine,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '../../../sdk/client/index.js';
import { chartColours, followColours } from './chart-colours.js';
import { axisPlaces, axisText, clockShift, hasHours, isLine } from './chart-data.js';
import { barColours, barOf, clockOf, labelsBeside, NO_TAG, optionsOf } from './chart-frame.js';
import type { ChartChoice } from './chart-route.js';

/** A chart of candles in an element. */
export interface CandleChart {
  show(candles: readonly Candle[], choice: ChartChoice): void;
  remove(): void;
}

type Line = ISeriesApi<'Line'>;
type Bars = ISeriesApi<'Candlestick'>;
type Shown = readonly [candles: readonly Candle[], choice: ChartChoice];

/** Draws a chart that fills the element, follows its size and the page's colours, and reports the candle under the pointer. */
export function drawCandles(
  element: HTMLElement,
  onPoint: (candle: Candle | undefined) => void,
): CandleChart {
  const chart = createChart(element, { autoSize: true, layout: { attributionLogo: false } });
  let line: Line | undefined;
  let bars: Bars | undefined;
  let last: IPriceLine | undefined;
  let shown: Shown | undefined;
  const drop = (series: Line | Bars) => {
    chart.removeSeries(series);
    last = undefined;
  };
  /** Marks the last price with a tag on the axis. Nearby labels make room for the tag. */
  const tagLast = (series: Line | Bars, price: number, color: string, format: (price: number) => string) => {
    last?.applyOptions({ price, color });
    last ??= series.createPriceLine({ price, color, lineStyle: LineStyle.Dashed, lineWidth: 1, title: '' });
    const tickmarksPriceFormatter = labelsBeside(series, [price], format);
    chart.applyOptions({ localization: { tickmarksPriceFormatter } });
  };
  const draw = (candles: readonly Candle[], { interval, quote }: ChartChoice) => {
    const colours = chartColours(element);
    const places = axisPlaces(candles, quote);
    const formatter = (price: number) => axisText(price, places, quote);
    const options = {
      priceFormat: { type: 'custom' as const, formatter, minMove: 10 ** -places },
      ...NO_TAG,
    };
    chart.applyOptions(optionsOf(colours));
    chart.applyOptions(clockOf(hasHours(interval)));
    const times = candles.map(({ time }) => (time + clockShift(candles, interval)) as UTCTimestamp);
    const { close: price = 0, open: first = 0 } = candles.at(-1) ?? {};
    if (isLine(interval)) {
      if (bars !== undefined) drop(bars);
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
      tagLast(line, price, colours.accent, formatter);
      return;
    }
    if (line !== undefined) drop(line);
    line = undefined;
    bars ??= chart.addSeries(CandlestickSeries);
    bars.applyOptions({ ...options, ...barColours(colours) });
    bars.setData(candles.map((candle, n) => barOf(candle, times[n]!, colours)));
    tagLast(bars, price, price < first ? colours.bad : colours.good, formatter);
  };
  chart.subscribeCrosshairMove(({ time }) => {
    if (shown === undefined || time === undefined) return onPoint(undefined);
    const [candles, { interval }] = shown;
    const at = (time as number) - clockShift(candles, interval);
    onPoint(candles.find((candle) => candle.time === at));
  });
  const redraw = () => shown !== undefined && draw(...shown);
  const endColours = followColours(redraw);
  return {
    show: (candles, choice) => {
      draw(candles, choice);
      // A newer candle must not move the visible range.
      if (startOf([candles, choice]) !== startOf(shown)) chart.timeScale().fitContent();
      shown = [candles, choice];
    },
    remove: () => {
      endColours();
      chart.remove();
    },
  };
}

const startOf = (shown: Shown | undefined): string | undefined =>
  shown && `${shown[1].quote} ${shown[1].interval} ${shown[0][0]?.time}`;
