import type { Order } from '../../../sdk/client/index.js';
import { shortAmount } from '../../../sdk/words/amounts.js';
import { percent } from '../../../sdk/words/numbers.js';
import { dollarsOf } from '../live/dollars.js';
import { tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import type { Desk } from '../swap/desk.js';
import { proposePrice } from './amend.js';
import type { TaggedLine } from './line-tag.js';
import { turnedPrice } from './model/direction.js';
import {
  converted,
  draftLines,
  orderLines,
  priceSet,
  type Pair,
  type Price,
  type Unit,
} from './model/lines.js';
import { priceText } from './pair-words.js';

interface LinesOf {
  readonly desk: Desk;
  readonly pair: Pair;
  /** Whether the chart shows the price of the token that the form buys. */
  readonly isTurned: boolean;
  readonly unit: Unit;
  readonly orders: readonly Order[];
  /** The price now, in the chart's unit. */
  readonly close: number;
}

/** The lines of the form and of the open orders, in the chart's unit. */
export function taggedLines({ desk, pair, isTurned, unit, orders, close }: LinesOf): readonly TaggedLine[] {
  const priceWords = (price: number) => priceText(price, pair, unit);
  const [soldUsd, boughtUsd] = [dollarsOf(pair.sell.contractId), dollarsOf(pair.buy.contractId)];
  /** Price of the line in the chart's unit. */
  const drawn = (line: Price, isOfBought: boolean) =>
    isOfBought ? turnedPrice(line, unit, boughtUsd, soldUsd) : converted(line, unit, boughtUsd);
  /** Price of the chart in the line's unit. */
  const meant = (price: number, to: Unit, isOfBought: boolean) =>
    isOfBought
      ? turnedPrice({ price, unit }, to, soldUsd, boughtUsd)
      : converted({ price, unit }, to, boughtUsd);
  const away = (price: number) => percent((price / close - 1) * 100);
  const drafts = draftLines(desk.form.value).flatMap((line): readonly TaggedLine[] => {
    const price = drawn(line, isTurned);
    if (price === undefined) return [];
    return [
      {
        ...{ key: line.name, kind: 'draft', price, name: `${line.title} line` },
        words: (at) => `${line.title} ${priceWords(at)} ${away(at)}`,
        onMove: (to) => {
          const own = meant(to, line.unit, isTurned);
          if (own !== undefined) desk.change(priceSet(desk.form.peek(), line.name, own));
        },
      },
    ];
  });
  const baseOf = (id: string) => tokenOf.value.get(id)?.base ?? id;
  const waiting = orderLines(orders, pair, baseOf).flatMap((line): readonly TaggedLine[] => {
    const isOfBought = line.isOfBought === true;
    const price = drawn(line, isOfBought);
    if (price === undefined) return [];
    const paid = line.isSale ? pair.sell : pair.buy;
    const paidAmount = `${shortAmount(line.order.amountIn, paid.decimals)} ${nameFor(paid)}`;
    const amount = `${line.isSale ? 'sells' : 'pays'} ${paidAmount}`;
    return [
      {
        ...{ key: line.order.handle, kind: 'order', price },
        name: `${line.title}, ${amount}`,
        words: (at) => `${line.title} ${away(at)} · ${amount}`,
        ...(line.changes !== undefined && {
          onDrop: (to) => {
            const own = meant(to, line.unit, isOfBought);
            if (own === undefined) return;
            const [before, after] = [price, to].map((one) => `${priceWords(one)} per ${nameFor(pair.sell)}`);
            void proposePrice(line, own, { amount, before: before!, after: after! });
          },
        }),
      },
    ];
  });
  return [...drafts, ...waiting];
}
