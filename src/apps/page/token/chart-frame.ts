import {
  ColorType,
  TickMarkType,
  type ISeriesApi,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '../../../sdk/client/index.js';
import { dayOfUtc, timeOfUtc } from '../../../sdk/words/times.js';
import type { ChartColours } from './chart-colours.js';
import { isBeside } from './chart-data.js';

/** Options that hide the library's own tag, which marks the last visible candle and covers nearby labels. */
export const NO_TAG = { lastValueVisible: false, priceLineVisible: false } as const;

/** Look of a chart in these colours. */
export const optionsOf = ({ text, muted, line }: ChartColours) => ({
  layout: { background: { type: ColorType.Solid, color: 'transparent' }, textColor: muted },
  grid: { vertLines: { visible: false }, horzLines: { color: line } },
  crosshair: { vertLine: { color: text }, horzLine: { color: text } },
  rightPriceScale: { borderColor: line, entireTextOnly: true },
  // With fixed edges, the first and last time labels move inwards until they fit.
  timeScale: { borderColor: line, fixLeftEdge: true, fixRightEdge: true },
});

/** Words of a chart's times. Candles of a day or more are dated without hours. */
export const clockOf = (withHours: boolean) => ({
  localization: { locale: 'en', timeFormatter: (time: Time) => fullTimeOf(time, withHours) },
  timeScale: { timeVisible: withHours, secondsVisible: false, tickMarkFormatter: tickText },
});

const dateOf = (time: Time): Date => new Date((time as UTCTimestamp) * 1_000);

const fullTimeOf = (time: Time, withHours: boolean): string =>
  `${dayOfUtc(dateOf(time))}${withHours ? `, ${timeOfUtc(dateOf(time))}` : ''}`;

/** Label of a tick: times in the page's own format; null for days, which the library words itself. */
const tickText = (time: Time, type: TickMarkType): string | null =>
  type === TickMarkType.Time || type === TickMarkType.TimeWithSeconds ? timeOfUtc(dateOf(time)) : null;

/** Labels of the axis, without those that the tags of these prices would touch. */
export const labelsBeside =
  (series: ISeriesApi<SeriesType>, tagged: readonly number[], format: (price: number) => string) =>
  (ticks: readonly number[]): string[] => {
    const tags = tagged.map((price) => series.priceToCoordinate(price));
    return ticks.map((tick) => {
      const label = series.priceToCoordinate(tick);
      return tags.some((tag) => isBeside(tag, label)) ? '' : format(tick);
    });
  };

/** Colours of candles: hollow if the price rose. */
export const barColours = ({ good, bad, hollow }: ChartColours) => ({
  ...{ upColor: hollow, wickUpColor: good, borderUpColor: good },
  ...{ downColor: bad, wickDownColor: bad, borderDownColor: bad },
});

/** A candle as the library draws it, at a time of the chart's clock. One that repeats the price before it is muted. */
export const barOf = (
  { open, high, low, close, filled }: Candle,
  time: UTCTimestamp,
  { muted }: ChartColours,
) => ({
  ...{ time, open, high, low, close },
  ...(filled === true && { color: muted, borderColor: muted, wickColor: muted }),
});
