import type { Order } from '../../../sdk/client/index.js';
import { listedWords } from '../live/token-names.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { hasPriceTrigger, triggerWords } from '../../../sdk/words/order.js';
import { percentWords, priceWords } from '../../../sdk/words/token-words.js';
import { triggerScale } from './trigger-scale.js';

/** Data for the picture of an order's trigger; undefined while the price or the target is not known. */
export function pictureOf(order: Order) {
  const { evaluation, direction } = order;
  const targetPrice = order.trailing?.stop ?? order.targetPrice;
  const current = evaluation?.ratio ?? evaluation?.average;
  if (!hasPriceTrigger(order)) return undefined;
  if (targetPrice === undefined || direction === undefined || current === undefined) return undefined;
  const scale = triggerScale(current, { target: targetPrice, direction });
  return scale && { scale, current, target: targetPrice, direction };
}

/** Name of the price that triggers the order: that of a stop loss or a take profit, or `Trigger`. */
const levelName = (order: Order): string => {
  const name = orderName(order);
  return /^(Stop|Take|Trailing)/.test(name) ? name : 'Trigger';
};

/** Picture of the price and of the range that triggers the order; nothing while either is unknown. */
export function TriggerPicture({ order }: { readonly order: Order }) {
  const picture = pictureOf(order);
  if (picture === undefined) return null;
  const { scale, current, direction } = picture;
  const { evaluation, baseAsset } = order;
  const words = listedWords.value;
  const now = priceWords(current, baseAsset, words);
  const target = priceWords(picture.target, baseAsset, words);
  const distance = evaluation?.distance === undefined ? undefined : percentWords(evaluation.distance);
  const told = [
    `The price is ${now}.`,
    `The order is triggered by ${triggerWords(order, words)}.`,
    distance === undefined ? '' : `It has to move by ${distance}.`,
  ].join(' ');
  const { from, to } = scale.triggers;
  const [left, right] =
    scale.current < scale.target ? [scale.current, scale.target] : [scale.target, scale.current];
  return (
    <figure class="trigger-picture">
      <svg role="img" aria-label={told} width="100%" height="44">
        <rect class="scale-zone" x={`${from}%`} y="8" width={`${to - from}%`} height="28" rx="6" />
        <line class="scale-axis" x1="0%" x2="100%" y1="22" y2="22" />
        <line class="scale-way" x1={`${left}%`} x2={`${right}%`} y1="22" y2="22" />
        <line class="scale-target" x1={`${scale.target}%`} x2={`${scale.target}%`} y1="4" y2="40" />
        <circle class="scale-now" cx={`${scale.current}%`} cy="22" r="7" />
      </svg>
      <figcaption class={`trigger-words between ${scale.current > scale.target ? 'is-turned' : ''}`}>
        <span>
          <i class="key-now" aria-hidden="true" /> Now {now}
        </span>
        <span>
          <i class="key-target" aria-hidden="true" /> {levelName(order)} {direction === 'gt' ? '≥' : '≤'}{' '}
          {target}
        </span>
        {distance !== undefined && <strong>{distance} to go</strong>}
      </figcaption>
    </figure>
  );
}
