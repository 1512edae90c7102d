import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  LineStyle,
  type IPriceLine,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '../../../sdk/client/index.js';
import { chartColours, followColours, type ChartColours } from '../token/chart-colours.js';
import { axisPlaces, axisText, clockShift } from '../token/chart-data.js';
import { barColours, barOf, clockOf, labelsBeside, NO_TAG, optionsOf } from '../token/chart-frame.js';
import type { FillMark } from './model/fill-marks.js';
import { DAY } from './model/candles.js';
import type { Unit } from './model/lines.js';
import { AVERAGES, movingAverage, relativeStrength } from './model/studies.js';

/** A line across the chart, under a name of its own. */
export interface DrawnLine {
  readonly key: string;
  readonly price: number;
  /** Source of the line: a price in the form, or an open order. */
  readonly kind: 'draft' | 'order';
}

/** Content of the chart. */
export interface Picture {
  readonly candles: readonly Candle[];
  /** Length of a candle, seconds. */
  readonly seconds: number;
  readonly unit: Unit;
  readonly lines: readonly DrawnLine[];
  readonly marks: readonly FillMark[];
  readonly hasAverages: boolean;
  readonly hasStrength: boolean;
  /** Names the span of time and the pair. Another name shows all of its candles. */
  readonly name: string;
}

/** A chart of a pair in an element. */
export interface PairChart {
  show(picture: Picture): void;
  /** Moves a line without drawing the rest again. */
  move(key: string, price: number): void;
  /** Pixels from the top at which a price is; undefined before anything is drawn. */
  topOf(price: number): number | undefined;
  /** The price so many pixels from the top. */
  priceAt(top: number): number | undefined;
  /** Height of the prices' part, pixels. */
  height(): number;
  remove(): void;
}

/** Heights of the panes of prices, volume and relative strength, as shares. */
const SHARES = [6, 1.4, 1.8];
/** Distance from the last price, as a factor, up to which the scale makes room for a line. */
const NEAR = 1.6;
/** Room after the newest candle, candles. */
const AHEAD = 3;

type Line = ISeriesApi<'Line'>;

/** Draws a chart of a pair that fills the element. It says when the pointer is over another candle, and when it has drawn itself. */
export function drawPair(
  element: HTMLElement,
  onPoint: (candle: Candle | undefined) => void,
  onDrawn: () => void,
): PairChart {
  const chart = createChart(element, { autoSize: true, layout: { attributionLogo: false } });
  let shown: Picture | undefined;
  const bars = chart.addSeries(CandlestickSeries, {
    ...NO_TAG,
    autoscaleInfoProvider: (own: () => ReturnType<typeof withLines>) => withLines(own(), shown),
  });
  const averages = AVERAGES.map(() => chart.addSeries(LineSeries, { ...QUIET, lineWidth: 1 }));
  const marks = createSeriesMarkers(bars, []);
  const lines = new Map<string, IPriceLine>();
  let last: IPriceLine | undefined;
  let volume: ISeriesApi<'Histogram'> | undefined;
  let strength: Line | undefined;
  bars.attachPrimitive({ updateAllViews: () => requestAnimationFrame(onDrawn) });

  /** Shift of the chart's clock, which is the visitor's for candles shorter than a day, seconds. */
  let shift = 0;
  const onClock = (time: number) => (time + shift) as UTCTimestamp;

  const drawLines = (picture: Picture, colours: ChartColours) => {
    const wanted = new Set(picture.lines.map(({ key }) => key));
    for (const [key, line] of lines) {
      if (wanted.has(key)) continue;
      bars.removePriceLine(line);
      lines.delete(key);
    }
    for (const { key, price, kind } of picture.lines) {
      const options = {
        ...{ price, title: '', lineWidth: 1 as const, axisLabelVisible: kind === 'draft' },
        color: kind === 'draft' ? colours.accent : colours.muted,
        lineStyle: kind === 'draft' ? LineStyle.Solid : LineStyle.Dashed,
      };
      const line = lines.get(key);
      if (line === undefined) lines.set(key, bars.createPriceLine(options));
      else line.applyOptions(options);
    }
  };
  /** Shows the volume in a pane of its own, if there is any. */
  const drawVolume = (picture: Picture, colours: ChartColours) => {
    const { candles } = picture;
    if (candles.every(({ volumeUsd }) => (volumeUsd ?? 0) === 0)) {
      if (volume !== undefined) chart.removeSeries(volume);
      volume = undefined;
      return;
    }
    volume ??= chart.addSeries(HistogramSeries, { ...QUIET, priceFormat: { type: 'volume' } }, 1);
    volume.setData(
      candles.map(({ time, open, close, volumeUsd }) => ({
        time: onClock(time),
        value: volumeUsd ?? 0,
        color: faint(close < open ? colours.bad : colours.good),
      })),
    );
  };
  const drawStudies = (picture: Picture, colours: ChartColours) => {
    const { candles, hasAverages, hasStrength } = picture;
    const closes = candles.map(({ close }) => close);
    const dataOf = (values: readonly (number | undefined)[]) =>
      values.map((value, n) => ({
        time: onClock(candles[n]!.time),
        ...(value !== undefined && { value }),
      }));
    for (const [n, series] of averages.entries()) {
      series.applyOptions({ color: n === 0 ? colours.accent : colours.text });
      series.setData(hasAverages ? dataOf(movingAverage(closes, AVERAGES[n]!)) : []);
    }
    if (!hasStrength) {
      if (strength !== undefined) chart.removeSeries(strength);
      strength = undefined;
      return;
    }
    if (strength === undefined) {
      const pane = volume === undefined ? 1 : 2;
      strength = chart.addSeries(LineSeries, { ...QUIET, lineWidth: 1, ...OF_STRENGTH }, pane);
      for (const price of [30, 70])
        strength.createPriceLine({ ...{ price, title: '', lineWidth: 1 }, ...BOUND, color: colours.line });
    }
    strength.applyOptions({ color: colours.accent });
    strength.setData(dataOf(relativeStrength(closes)));
  };
  const draw = (picture: Picture) => {
    const { candles, unit, seconds } = picture;
    shift = seconds < DAY ? clockShift(candles, '1h') : 0;
    const colours = chartColours(element);
    const quote = unit === 'usd' ? 'usd' : 'sbtc';
    const places = axisPlaces(candles, quote);
    const formatter = (price: number) => axisText(price, places, quote);
    const { open = 0, close = 0 } = candles.at(-1) ?? {};
    const tagged = [close, ...picture.lines.filter(({ kind }) => kind === 'draft').map(({ price }) => price)];
    const { good, bad } = colours;
    chart.applyOptions(optionsOf(colours));
    chart.applyOptions({ timeScale: { fixRightEdge: false, rightOffset: AHEAD } });
    chart.applyOptions(clockOf(seconds < DAY));
    chart.applyOptions({ layout: { panes: { separatorColor: colours.line, enableResize: false } } });
    bars.applyOptions({
      priceFormat: {
        type: 'custom',
        formatter,
        tickmarksFormatter: labelsBeside(bars, tagged, formatter),
        minMove: 10 ** -places,
      },
      ...barColours(colours),
    });
    bars.setData(candles.map((candle) => barOf(candle, onClock(candle.time), colours)));
    const lastly = { price: close, color: close < open ? bad : good };
    last ??= bars.createPriceLine({ ...lastly, lineStyle: LineStyle.Dotted, lineWidth: 1, title: '' });
    last.applyOptions(lastly);
    drawLines(picture, colours);
    drawVolume(picture, colours);
    drawStudies(picture, colours);
    for (const [n, pane] of chart.panes().entries())
      pane.setStretchFactor(n === 1 && volume === undefined ? SHARES[2]! : SHARES[n]!);
    marks.setMarkers(
      picture.marks.map(({ time, isSale }) => ({
        time: onClock(time),
        position: isSale ? ('aboveBar' as const) : ('belowBar' as const),
        shape: isSale ? ('arrowDown' as const) : ('arrowUp' as const),
        color: isSale ? bad : good,
      })),
    );
  };
  chart.subscribeCrosshairMove(({ time }) =>
    onPoint(time === undefined ? undefined : shown?.candles.find((candle) => onClock(candle.time) === time)),
  );
  const endColours = followColours(() => shown !== undefined && draw(shown));
  return {
    show: (picture) => {
      const isOther = picture.name !== shown?.name;
      shown = picture;
      draw(picture);
      // A newer candle must not move what the visitor looks at.
      if (isOther) chart.timeScale().fitContent();
    },
    move: (key, price) => lines.get(key)?.applyOptions({ price }),
    topOf: (price) => bars.priceToCoordinate(price) ?? undefined,
    priceAt: (top) => bars.coordinateToPrice(top) ?? undefined,
    height: () => chart.panes()[0]?.getHeight() ?? 0,
    remove: () => {
      endColours();
      chart.remove();
    },
  };
}

const QUIET = { ...NO_TAG, crosshairMarkerVisible: false } as const;
const BOUND = { lineStyle: LineStyle.Dashed, axisLabelVisible: false } as const;
/** Scale of the relative strength. */
const OF_STRENGTH = {
  autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
  priceFormat: { type: 'custom' as const, formatter: (value: number) => value.toFixed(0), minMove: 1 },
};

interface Scale {
  readonly priceRange: { readonly minValue: number; readonly maxValue: number } | null;
}

/** The scale of the candles, widened to lines that are not far from them. */
function withLines(own: Scale | null, shown: Picture | undefined): Scale | null {
  const range = own?.priceRange;
  const close = shown?.candles.at(-1)?.close;
  if (range === undefined || range === null || shown === undefined || close === undefined) return own;
  const near = shown.lines.map(({ price }) => price).filter((price) => isNear(price, close));
  return {
    ...own,
    priceRange: {
      minValue: Math.min(range.minValue, ...near),
      maxValue: Math.max(range.maxValue, ...near),
    },
  };
}

const isNear = (price: number, close: number): boolean => price < close * NEAR && price > close / NEAR;

/** The colour, half transparent. */
const faint = (colour: string): string => colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.5)');
