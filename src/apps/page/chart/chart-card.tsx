import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { baseId } from '../live/base-id.js';
import { dollarsOf } from '../live/dollars.js';
import { priceOf, prices, pricesProblem } from '../live/prices.js';
import { nameFor } from '../live/token-names.js';
import { Change } from '../parts/change.js';
import { Choice } from '../parts/choice.js';
import { Empty, Outdated, Pending } from '../parts/states.js';
import type { Desk } from '../swap/desk.js';
import { choices, choose, STUDIES } from './choices.js';
import { DepthTable } from './depth-table.js';
import { RANGES, withPriceNow } from './model/candles.js';
import { changeOfPair, quotesBought, turnedPair } from './model/direction.js';
import type { Pair, Unit } from './model/lines.js';
import { PairFigure } from './pair-figure.js';
import { priceText, unitWords } from './pair-words.js';
import { historyName, usePairDepth, usePairHistory, usePriceNow } from './use-pair.js';

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

function PairCard({ desk, pair: traded }: { readonly desk: Desk; readonly pair: Pair }) {
  const chosen = useSignal<Unit | undefined>(undefined);
  const unit = useComputed((): Unit => {
    const { kind, exitUnit } = desk.form.value;
    return chosen.value ?? (kind === 'exits' && exitUnit === 'usd' ? 'usd' : 'buy');
  });
  const isTurned = useComputed(() => quotesBought(traded, unit.value, dollarsOf) !== choices.value.isTurned);
  const shownPair = useComputed(() => (isTurned.value ? turnedPair(traded) : traded));
  const pair = shownPair.value;
  const { reading, again } = usePairHistory(shownPair, unit);
  const block = useComputed(() => desk.live.value.quote?.blockHeight);
  const depthRead = usePairDepth(shownPair, block);
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
  const [ofSold, ofBought] = [pair.sell, pair.buy].map(
    (token) => priceOf.value.get(baseId(token))?.change['24h'] ?? null,
  );
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
              {nameFor(pair.sell)} in {unitWords(pair, unit.value)}
            </span>
            {isCurrent && first !== undefined && last !== undefined && (
              <span class="small">
                {priceText(last.close, pair, unit.value)}{' '}
                <Change
                  value={
                    range === '24h'
                      ? changeOfPair(pair, unit.value, { of: ofSold!, per: ofBought! }, dollarsOf)
                      : (last.close / first.open - 1) * 100
                  }
                />
              </span>
            )}
          </button>
        </h2>
        <button
          type="button"
          class="icon-button"
          aria-label={`Show ${nameFor(pair.buy)} in ${nameFor(pair.sell)}`}
          onClick={() => choose({ isTurned: !choices.peek().isTurned })}
        >
          ⇄
        </button>
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
                ['buy', nameFor(pair.buy)],
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
            <PairFigure
              {...{ desk, pair, unit, candles }}
              isTurned={isTurned.value}
              seconds={value.seconds}
            />
          ) : (
            <Room isTall={studies.includes('rsi')}>
              {isCurrent || prices.value?.tokens.length === 0 ? (
                <Empty title="No prices of this pair were recorded yet." />
              ) : (
                <Pending what="candles" problem={problem ?? pricesProblem.value} again={again} />
              )}
            </Room>
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

/** As much room as the chart and its words take, so that nothing moves when they come. */
const Room = ({ isTall, children }: { readonly isTall: boolean; readonly children: ComponentChildren }) => (
  <div class="stack">
    <div class={`pair-room ${isTall ? 'is-tall' : ''}`}>{children}</div>
    <p class="pair-words small" />
  </div>
);
