import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Candle } from '../../../sdk/client/index.js';
import { shortAmount } from '../../../sdk/words/amounts.js';
import { dollars, percent, plainNumber, roughDollars } from '../../../sdk/words/numbers.js';
import { prices, pricesProblem } from '../live/prices.js';
import { tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import { Change } from '../parts/change.js';
import { Choice } from '../parts/choice.js';
import { Empty, Outdated, Pending } from '../parts/states.js';
import { wallet } from '../session/wallet.js';
import { dollarsOf, type Desk } from '../swap/desk.js';
import { candleTime } from '../token/chart-data.js';
import { AVERAGES } from './model/studies.js';
import { proposePrice } from './amend.js';
import { ChartFigure } from './chart-figure.js';
import { choices, choose, STUDIES } from './choices.js';
import { DepthTable } from './depth-table.js';
import type { TaggedLine } from './line-tag.js';
import { DAY, RANGES, withPriceNow } from './model/candles.js';
import { fillMarks } from './model/fill-marks.js';
import { converted, draftLines, orderLines, priceSet, type Pair, type Unit } from './model/lines.js';
import { baseId, historyName, usePairDepth, usePairHistory, usePriceNow } from './use-pair.js';
import { useOpenOrders, useOwnFills } from './use-own.js';

/** Chart of the pair in the form: its candles, what the visitor types and what waits as lines, and the market's depth. */
export function ChartCard({ desk }: { readonly desk: Desk }) {
  const pair = useComputed(() => {
    const { sell, buy } = desk.form.value;
    return sell === undefined || buy === undefined || baseId(sell) === baseId(buy)
      ? undefined
      : { sell, buy };
  });
  // The pair's identity alone: typing an amount draws nothing again.
  const named = useComputed(() => `${pair.value?.sell.contractId} ${pair.value?.buy.contractId}`);
  const known = useMemo(() => pair.peek(), [named.value]);
  return known === undefined ? null : <PairCard key={named.value} desk={desk} pair={known} />;
}

/** Name of the token itself, also for its copy: both have one price. */
const baseName = (token: Pair['sell']): string => nameFor(tokenOf.value.get(baseId(token)) ?? token);

const unitWords = (pair: Pair, unit: Unit): string => (unit === 'usd' ? 'dollars' : baseName(pair.buy));

function PairCard({ desk, pair }: { readonly desk: Desk; readonly pair: Pair }) {
  const chosen = useSignal<Unit | undefined>(undefined);
  const unit = useComputed((): Unit => {
    const { kind, exitUnit } = desk.form.value;
    return chosen.value ?? (kind === 'exits' && exitUnit === 'usd' ? 'usd' : 'buy');
  });
  const shownPair = useComputed(() => pair);
  const { reading, again } = usePairHistory(shownPair, unit);
  const block = useComputed(() => desk.live.value.quote?.blockHeight);
  const depthRead = usePairDepth(shownPair, block).reading.value;
  const depth = depthRead.value;
  const now = usePriceNow(pair, unit.value, depth);
  const { value, problem } = reading.value;
  const { range, studies, isFolded } = choices.value;
  const isCurrent = value?.name === historyName(pair, unit.value, range);
  const candles = useMemo(
    () => (value === undefined ? [] : withPriceNow(value.candles, now, Date.now(), value.seconds)),
    [value, now],
  );
  const [first, last] = [candles[0], candles.at(-1)];
  const priceWords = (price: number) =>
    unit.value === 'usd' ? dollars(price) : `${plainNumber(price)} ${baseName(pair.buy)}`;
  return (
    <section class="card stack pair-chart" aria-label="Chart">
      <header class="wrap pair-head">
        <h2>
          <button
            type="button"
            class="pair-fold wrap"
            aria-expanded={!isFolded}
            onClick={() => choose({ isFolded: !isFolded })}
          >
            <span>
              {baseName(pair.sell)} in {unitWords(pair, unit.value)}
            </span>
            {isCurrent && first !== undefined && last !== undefined && (
              <span class="small">
                {priceWords(last.close)} <Change value={(last.close / first.open - 1) * 100} />
              </span>
            )}
          </button>
        </h2>
      </header>
      {!isFolded && (
        <>
          <div class="wrap pair-choices">
            <Choice
              label="Span of time"
              options={RANGES}
              value={range}
              onChoose={(one) => choose({ range: one })}
            />
            <Choice
              label="Prices in"
              options={[
                ['buy', baseName(pair.buy)],
                ['usd', 'Dollars'],
              ]}
              value={unit.value}
              onChoose={(one) => (chosen.value = one)}
            />
            <div class="choice" role="group" aria-label="Studies">
              {STUDIES.map(([name, text]) => (
                <button
                  type="button"
                  key={name}
                  aria-pressed={studies.includes(name)}
                  onClick={() =>
                    choose({
                      studies: studies.includes(name)
                        ? studies.filter((one) => one !== name)
                        : [...studies, name],
                    })
                  }
                >
                  {text}
                </button>
              ))}
            </div>
          </div>
          {isCurrent && problem !== undefined && <Outdated problem={problem} />}
          {isCurrent && candles.length > 0 ? (
            <Drawn
              desk={desk}
              pair={pair}
              unit={unit}
              candles={candles}
              seconds={value.seconds}
              priceWords={priceWords}
            />
          ) : (
            <div class={`pair-room ${studies.includes('rsi') ? 'is-tall' : ''}`}>
              {isCurrent || (prices.value !== undefined && prices.value.tokens.length === 0) ? (
                <Empty title="No prices of this pair were recorded yet." />
              ) : (
                <Pending what="candles" problem={problem ?? pricesProblem.value} again={again} />
              )}
            </div>
          )}
          <details class="foldable">
            <summary>Depth</summary>
            {depth === undefined ? (
              <Pending what="the depth" rows={5} problem={depthRead.problem} />
            ) : (
              <DepthTable depth={depth} pair={pair} />
            )}
          </details>
        </>
      )}
    </section>
  );
}

interface DrawnProps {
  readonly desk: Desk;
  readonly pair: Pair;
  readonly unit: ReadonlySignal<Unit>;
  readonly candles: readonly Candle[];
  readonly seconds: number;
  readonly priceWords: (price: number) => string;
}

function Drawn({ desk, pair, unit, candles, seconds, priceWords }: DrawnProps) {
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
  const lines = linesOf({ desk, pair, unit: unit.value, orders, close, priceWords });
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
          label={`Candles of ${baseName(pair.sell)} in ${unitWords(pair, unit.value)}: ${priceWords(close)} now, low ${priceWords(low)}, high ${priceWords(high)}`}
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
        {/* The licence of the chart library requires this link. */}
        <a href="https://www.tradingview.com/" rel="noopener noreferrer">
          Charts by TradingView
        </a>
      </figcaption>
    </figure>
  );
}

interface LinesOf extends Omit<DrawnProps, 'unit' | 'candles' | 'seconds'> {
  readonly unit: Unit;
  readonly orders: Parameters<typeof orderLines>[0];
  readonly close: number;
}

/** The lines of the form and of the open orders, in the chart's unit. */
function linesOf({ desk, pair, unit, orders, close, priceWords }: LinesOf): readonly TaggedLine[] {
  const boughtUsd = dollarsOf(pair.buy.contractId);
  const soldIn = (price: number, from: Unit, to: Unit) => converted({ price, unit: from }, to, boughtUsd);
  const away = (price: number) => percent((price / close - 1) * 100);
  const drafts = draftLines(desk.form.value).flatMap((line): readonly TaggedLine[] => {
    const price = soldIn(line.price, line.unit, unit);
    if (price === undefined) return [];
    return [
      {
        ...{ key: line.name, kind: 'draft', price, name: `${line.title} price` },
        words: (at) => `${line.title} ${priceWords(at)} ${away(at)}`,
        onMove: (to) => {
          const own = soldIn(to, unit, line.unit);
          if (own !== undefined) desk.change(priceSet(desk.form.peek(), line.name, own));
        },
      },
    ];
  });
  const baseOf = (id: string) => tokenOf.value.get(id)?.base ?? id;
  const waiting = orderLines(orders, pair, baseOf).flatMap((line): readonly TaggedLine[] => {
    const price = soldIn(line.price, line.unit, unit);
    if (price === undefined) return [];
    const paid = line.isSale ? pair.sell : pair.buy;
    const sold = `${shortAmount(line.order.amountIn, paid.decimals)} ${baseName(paid)}`;
    return [
      {
        ...{ key: line.order.handle, kind: 'order', price },
        name: `${line.title}, ${line.isSale ? 'sells' : 'pays'} ${sold}`,
        words: (at) => `${line.title} ${away(at)} · ${line.isSale ? 'sells' : 'pays'} ${sold}`,
        ...(line.changes !== undefined && {
          onDrop: (to) => {
            const own = soldIn(to, unit, line.unit);
            if (own === undefined) return;
            void proposePrice(line, own, { before: priceWords(price), after: priceWords(to) });
          },
        }),
      },
    ];
  });
  return [...drafts, ...waiting];
}

/** A candle in words. */
function candleWords(
  { time, open, high, low, close, volumeUsd }: Candle,
  seconds: number,
  priceWords: (price: number) => string,
): string {
  const prices = [
    ['Open', open],
    ['high', high],
    ['low', low],
    ['close', close],
  ] as const;
  const words = prices.map(([name, price]) => `${name} ${priceWords(price)}`).join(', ');
  const volume = volumeUsd === null ? '' : `, volume ${roughDollars(volumeUsd)}`;
  return `${candleTime(time, seconds < DAY)}: ${words}${volume}.`;
}
