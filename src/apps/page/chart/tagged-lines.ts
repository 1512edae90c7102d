import type { Order } from '../../../sdk/client/index.js';
import { shortAmount } from '../../../sdk/words/amounts.js';
import { percent } from '../../../sdk/words/numbers.js';
import { dollarsOf } from '../live/dollars.js';
import { tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import type { Desk } from '../swap/desk.js';
import { proposePrice } from './amend.js';
import type { TaggedLine } from './line-tag.js';
import { converted, draftLines, orderLines, priceSet, type Pair, type Unit } from './model/lines.js';
import { priceText } from './pair-words.js';

interface LinesOf {
  readonly desk: Desk;
  readonly pair: Pair;
  readonly unit: Unit;
  readonly orders: readonly Order[];
  /** The price now, in the chart's unit. */
  readonly close: number;
}

/** The lines of the form and of the open orders, in the chart's unit. */
export function taggedLines({ desk, pair, unit, orders, close }: LinesOf): readonly TaggedLine[] {
  const priceWords = (price: number) => priceText(price, pair, unit);
  const boughtUsd = dollarsOf(pair.buy.contractId);
  const soldIn = (price: number, from: Unit, to: Unit) => converted({ price, unit: from }, to, boughtUsd);
  const away = (price: number) => percent((price / close - 1) * 100);
  const drafts = draftLines(desk.form.value).flatMap((line): readonly TaggedLine[] => {
    const price = soldIn(line.price, line.unit, unit);
    if (price === undefined) return [];
    return [
      {
        ...{ key: line.name, kind: 'draft', price, name: `${line.title} line` },
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
    const paidAmount = `${shortAmount(line.order.amountIn, paid.decimals)} ${nameFor(paid)}`;
    const amount = `${line.isSale ? 'sells' : 'pays'} ${paidAmount}`;
    return [
      {
        ...{ key: line.order.handle, kind: 'order', price },
        name: `${line.title}, ${amount}`,
        words: (at) => `${line.title} ${away(at)} · ${amount}`,
        ...(line.changes !== undefined && {
          onDrop: (to) => {
            const own = soldIn(to, unit, line.unit);
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
