import type { ComponentChildren } from 'preact';
import type { Order } from '../../../sdk/client/index.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { oneLine, shortId } from '../../../sdk/words/names.js';
import { percent } from '../../../sdk/words/numbers.js';
import { triggerWords } from '../../../sdk/words/order.js';
import { distance } from '../../../sdk/words/rates.js';
import { listedWords } from '../live/token-names.js';
import { Ago } from '../parts/ago.js';
import { TokenAmount } from '../parts/token-amount.js';
import { endedAt, endOf, paidPrice, priceOfOrder } from './order-price.js';
import type { Tab } from './order-query.js';
import type { Sort } from './order-sort.js';
import { placeInPlan, planName } from './owner-words.js';
import { priceFacts } from './price-facts.js';
import { RowCancel } from './row-cancel.js';

/** A cell of an order's row, with its place in the row. */
export interface Cell {
  readonly name: 'out' | 'trigger' | 'group' | 'placed';
  /** Further classes of the cell. */
  readonly class?: string;
  readonly title?: string;
  readonly content: ComponentChildren;
}

/** Heading of a column, with the sort that a press asks for if there is one. */
export interface Heading {
  readonly text: string;
  readonly isNumber?: boolean;
  readonly sort?: Sort;
}

/** Columns after those of the order and its status. */
export function headingsOf(tab: Tab, showsOwner: boolean): readonly Heading[] {
  const number = { isNumber: true } as const;
  if (tab === 'open')
    return [
      { text: 'Price', ...number },
      { text: 'Market now', ...number },
      { text: 'Distance', ...number, sort: 'nearest' },
      { text: 'Ends', ...number, sort: 'ends-next' },
    ];
  if (tab === 'history')
    return [
      { text: 'Received', ...number },
      { text: 'Price paid', ...number },
      { text: 'To quote', ...number },
      { text: 'Ended', ...number },
    ];
  return [
    { text: 'Received, or minimum', ...number },
    { text: 'Terms' },
    { text: showsOwner ? 'Owner' : 'Plan' },
    { text: 'Placed', ...number },
  ];
}

/** Cells of an order for the columns of the tab. */
export function cellsOf(order: Order, tab: Tab, showsOwner: boolean): readonly Cell[] {
  if (tab === 'open') return openCells(order, showsOwner);
  return tab === 'history' ? endedCells(order) : anyCells(order, showsOwner);
}

function openCells(order: Order, showsOwner: boolean): readonly Cell[] {
  const { text, now, distance: far } = priceOfOrder(order, priceFacts.value);
  const terms = triggerWords(order, listedWords.value);
  // An order without a price, as of a plan over time, has its place in the plan there.
  const own = text === '–' ? placeInPlan(order) || 'at the market' : text;
  return [
    { name: 'out', class: 'number', title: terms, content: own },
    { name: 'trigger', class: `number muted ${now === undefined ? '' : 'is-market'}`, content: now },
    { name: 'group', class: 'number', content: far !== undefined && percent(far * 100) },
    {
      name: 'placed',
      class: 'number muted',
      content: (
        <>
          <Ago at={endOf(order)} />
          {!showsOwner && <RowCancel order={order} />}
        </>
      ),
    },
  ];
}

function endedCells(order: Order): readonly Cell[] {
  const { executedAmountOut, metadata } = order;
  const quoted = metadata?.quote?.amountOutExact;
  const over =
    executedAmountOut === undefined || quoted === undefined
      ? undefined
      : distance(BigInt(executedAmountOut), BigInt(quoted));
  return [
    receivedCell(order),
    { name: 'trigger', class: 'number', content: paidPrice(order, priceFacts.value) ?? '–' },
    { name: 'group', class: 'number', content: over === undefined ? '–' : percent(over * 100) },
    { name: 'placed', class: 'number muted', content: <Ago at={endedAt(order) ?? order.createdAt} /> },
  ];
}

function anyCells(order: Order, showsOwner: boolean): readonly Cell[] {
  const { owner, strategyId } = order;
  const words = triggerWords(order, listedWords.value);
  const name = orderName(order);
  return [
    receivedCell(order),
    {
      name: 'trigger',
      title: `${name}: ${words}`,
      content: (
        <>
          <span class="muted small">{name}</span> {words}
        </>
      ),
    },
    {
      name: 'group',
      class: 'clip muted',
      content: showsOwner ? (
        <code title={owner}>{shortId(owner)}</code>
      ) : (
        <bdi title={oneLine(strategyId ?? '')}>{planName(order)}</bdi>
      ),
    },
    { name: 'placed', class: 'number muted', content: <Ago at={order.createdAt} /> },
  ];
}

/** Amount that the order received, or its minimum. On a phone, the class selects the label that replaces the column heading. */
function receivedCell({ executedAmountOut, minAmountOut, outputToken, status }: Order): Cell {
  if (executedAmountOut !== undefined)
    return {
      name: 'out',
      class: 'number is-received',
      content: <TokenAmount units={executedAmountOut} contractId={outputToken} isShort />,
    };
  if (minAmountOut === undefined || status === 'cancelled' || status === 'failed')
    return { name: 'out', class: 'number is-none', content: '–' };
  return {
    name: 'out',
    class: 'number',
    content: <TokenAmount units={minAmountOut} contractId={outputToken} isShort isLeast />,
  };
}
