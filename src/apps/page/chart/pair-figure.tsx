import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Candle } from '../../../sdk/client/index.js';
import { roughDollars } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import { wallet } from '../session/wallet.js';
import type { Desk } from '../swap/desk.js';
import { ChartCredit } from '../token/chart-credit.js';
import { candleTime } from '../token/chart-data.js';
import { ChartFigure } from './chart-figure.js';
import { choices } from './choices.js';
import { DAY } from './model/candles.js';
import { fillMarks } from './model/fill-marks.js';
import type { Pair, Unit } from './model/lines.js';
import { AVERAGES } from './model/studies.js';
import { priceText, unitWords } from './pair-words.js';
import { taggedLines } from './tagged-lines.js';
import { historyName } from './use-pair.js';
import { useOpenOrders, useOwnFills } from './use-own.js';

interface FigureProps {
  readonly desk: Desk;
  readonly pair: Pair;
  readonly isTurned: boolean;
  readonly unit: ReadonlySignal<Unit>;
  readonly candles: readonly Candle[];
  readonly seconds: number;
}

/** The drawn candles with their lines and marks, and the candle under the pointer in words. */
export function PairFigure({ desk, pair, isTurned, unit, candles, seconds }: FigureProps) {
  const priceWords = (price: number) => priceText(price, pair, unit.value);
  const { range, studies } = choices.value;
  const pointed = useSignal<Candle | undefined>(undefined);
  const orders = useOpenOrders();
  const fills = useOwnFills(orders.length);
  const owned = fills.value.value;
  const name = historyName(pair, unit.value, range);
  const picture = useMemo(
    () => ({
      ...{ name, candles, seconds, unit: unit.value },
      hasAverages: studies.includes('averages'),
      hasStrength: studies.includes('rsi'),
      marks: fillMarks(owned ?? [], pair, candles),
    }),
    [name, candles, seconds, studies, owned, pair],
  );
  const close = candles.at(-1)!.close;
  const lines = taggedLines({ desk, pair, isTurned, unit: unit.value, orders, close });
  const [low, high] = [
    Math.min(...candles.map((one) => one.low)),
    Math.max(...candles.map((one) => one.high)),
  ];
  return (
    <figure class="stack">
      <div class={`pair-room ${picture.hasStrength ? 'is-tall' : ''}`}>
        <ChartFigure
          picture={picture}
          lines={lines}
          onPoint={(candle) => (pointed.value = candle)}
          label={`Candles of ${nameFor(pair.sell)} in ${unitWords(pair, unit.value)}: ${priceWords(close)} now, low ${priceWords(low)}, high ${priceWords(high)}`}
        />
      </div>
      <figcaption class="muted small pair-words">
        <span>{candleWords(pointed.value ?? candles.at(-1)!, seconds, priceWords)}</span>{' '}
        {picture.hasAverages && `Averages of ${AVERAGES.join(' and ')} candles. `}
        {unit.value === 'buy' && 'Highs and lows are those of the recorded prices. '}
        {wallet.value !== undefined && owned === undefined && (
          <>
            <button type="button" class="text-button" disabled={fills.isReading.value} onClick={fills.read}>
              Show my fills
            </button>{' '}
          </>
        )}
        <ChartCredit />
      </figcaption>
    </figure>
  );
}

/** A candle in words. */
function candleWords(
  { time, open, high, low, close, volumeUsd }: Candle,
  seconds: number,
  priceWords: (price: number) => string,
): string {
  const prices = [
    `Open ${priceWords(open)}`,
    `high ${priceWords(high)}`,
    `low ${priceWords(low)}`,
    `close ${priceWords(close)}`,
  ];
  const words = prices.join(', ');
  const volume = volumeUsd === null ? '' : `, volume ${roughDollars(volumeUsd)}`;
  return `${candleTime(time, seconds < DAY)}: ${words}${volume}.`;
}
