import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvText } from '../../../src/sdk/words/csv.js';
import { explorerLink } from '../../../src/apps/page/parts/explorer.js';
import { withFirst, withOrder, withPage } from '../../../src/apps/page/orders/merge.js';
import { filtersOf, isShown, listOf, queryOf, requestOf } from '../../../src/apps/page/orders/order-query.js';
import type { Sort } from '../../../src/apps/page/orders/order-sort.js';
import { orderRows } from '../../../src/apps/page/orders/order-rows.js';
import { ownObjectText } from '../../../src/apps/page/orders/owner-words.js';
import { triggerScale } from '../../../src/apps/page/orders/trigger-scale.js';
import { rowsInSight } from '../../../src/apps/page/orders/window-range.js';
import { anOrder, SBTC, TOKENS } from './an-order.js';

describe('CSV', () => {
  it('quotes what RFC 4180 says, and ends each row with CRLF', () => {
    expect(csvText([['a', 'b,c', 'say "so"', 'two\nlines', '']])).toBe(
      'a,"b,c","say ""so""","two\nlines",\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1+1', '-A1', '@SUM(A1)', '\t=1', '\r=1'])('makes no formula of %j', (cell) => {
    expect(csvText([[cell]]).replace(/^"/, '')).toMatch(/^'/);
  });

  it('restores every cell that is not a formula', () => {
    const cell = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text) || /^-\d+(\.\d+)?$/.test(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) =>
        expect(parsed(csvText([cells]))).toEqual(cells),
      ),
    );
  });

  it('has whole tokens if they are listed, and smallest units if they are not', () => {
    const [head = [], listed = [], unlisted = []] = orderRows(
      [anOrder({ minAmountOut: '12345' }), anOrder({ inputToken: 'SP1.unlisted' })],
      (id) => TOKENS.get(id),
    );
    const at = (name: string, row: readonly string[]) => row[head.indexOf(name)];
    expect([at('sells', listed), at('amountIn', listed), at('minAmountOut', listed)]).toEqual([
      'STX (subnet)',
      '10',
      '0.00012345',
    ]);
    expect([at('sells', unlisted), at('amountIn', unlisted)]).toEqual(['', '10000000']);
    expect(at('uuid', listed)).toBe('');
  });

  it('tells what a fill gave, in whole tokens of what it bought, if the order has a report', () => {
    const report = {
      handle: '4af33d3e-3f0d-4c2b-9a52-0f4b1f2fab61',
      txid: 'ab'.repeat(32),
      blockHeight: 7,
      isPending: false,
      amountIn: '10000000',
      executedAmountOut: '1000',
      quotedWhenSent: '1010',
      minimum: '995',
      atParent: { blockHeight: 6, best: '1001', isExact: true },
      shortfall: {},
      surplus: { overQuote: '-10', overMinimum: '5' },
      shortfallBps: 9.99,
      feeUstx: '3000',
    };
    const [head = [], row = []] = orderRows([anOrder({ report })], (id) => TOKENS.get(id));
    const named = Object.fromEntries(head.map((name, n) => [name, row[n]]));
    expect(named).toMatchObject({
      quotedWhenPlaced: '',
      quotedWhenSent: '0.0000101',
      bestPossible: '0.00001001',
      overQuote: '-0.0000001',
      overMinimum: '0.00000005',
      shortfallBps: '9.99',
      paidUsd: '',
    });
  });

  it('leaves the trigger of an order without one empty', () => {
    const limit = anOrder({ conditionToken: '*', direction: 'gt', targetPrice: '0' });
    const [head = [], row = []] = orderRows([limit], (id) => TOKENS.get(id));
    for (const name of ['conditionToken', 'direction', 'targetPrice'])
      expect(row[head.indexOf(name)]).toBe('');
  });
});

/** One row, as a reader of RFC 4180 reads it. */
function parsed(text: string): string[] {
  const cells: string[] = [];
  const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (let found = CELL.exec(text); found !== null; found = CELL.exec(text)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] !== ',') break;
  }
  return cells;
}

describe('rows in sight', () => {
  const sight = { height: 900, rowHeight: 56, count: 10_000 };

  it('are those that are seen, and some beyond both edges', () => {
    expect(rowsInSight({ ...sight, top: 300 })).toEqual({ start: 0, end: 25 });
    expect(rowsInSight({ ...sight, top: -56_000 })).toEqual({ start: 990, end: 1_030 });
  });

  it('cover what is seen at any place, and are few', () => {
    const seen = {
      top: fc.integer({ min: -600_000, max: 2_000 }),
      count: fc.integer({ min: 0, max: 10_000 }),
    };
    fc.assert(
      fc.property(fc.record(seen), ({ top, count }) => {
        const { start, end } = rowsInSight({ ...sight, top, count });
        const first = Math.min(Math.max(Math.floor(-top / 56), 0), count);
        const last = Math.min(Math.max(Math.ceil((900 - top) / 56), 0), count);
        expect(start <= first && last <= end && end - start <= 50).toBe(true);
      }),
    );
  });
});

describe('orders of a list', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((handle) => anOrder({ handle })) as [Order, Order, Order];
  type Order = ReturnType<typeof anOrder>;

  it('are renewed in their place, and new ones come first where they belong', () => {
    const sent = { ...b, status: 'broadcasted' as const };
    expect(withOrder([a, b], sent, false)).toEqual([a, sent]);
    expect(withOrder([a, b], c, true)).toEqual([c, a, b]);
    expect(withOrder([], c, true)).toEqual([c]);
    expect(withOrder([a, b], c, false)).toEqual([a, b]);
  });

  it('leave an order that is older than the last of them to its page', () => {
    const at = (createdAt: string) => anOrder({ handle: createdAt, createdAt });
    const [old, middle, young] = ['2026-01-01T', '2026-01-02T', '2026-01-03T'].map(at) as [
      Order,
      Order,
      Order,
    ];
    expect(withOrder([young, middle], old, true)).toEqual([young, middle]);
    expect(withOrder([young, old], middle, true)).toEqual([young, middle, old]);
  });

  it('keep the uuid that the owner was shown', () => {
    expect(withOrder([{ ...a, uuid: 'known' }], a, false)[0]?.uuid).toBe('known');
    expect(withFirst([{ ...a, uuid: 'known' }], [a])[0]?.uuid).toBe('known');
    expect(withFirst([a], [{ ...a, uuid: 'known' }])[0]?.uuid).toBe('known');
  });

  it('are inserted at their place, whatever the sort, and after the last one if no page follows', () => {
    const at = (handle: string, day: number, status: Order['status']) =>
      anOrder({ handle, status, createdAt: `2026-01-0${day}T` });
    const [open, done, fresh] = [at('a', 1, 'open'), at('b', 2, 'confirmed'), at('c', 3, 'open')];
    const taken = (sort: Sort, orders: readonly Order[], isWhole = false) =>
      withOrder(orders, fresh, true, { sort, isWhole }).map(({ handle }) => handle);
    expect(taken('status', [open, done])).toEqual(['a', 'c', 'b']);
    expect(taken('status-last', [done, open])).toEqual(['b', 'c', 'a']);
    expect(taken('oldest', [open, done])).toEqual(['a', 'b']);
    expect(taken('oldest', [open, done], true)).toEqual(['a', 'b', 'c']);
  });

  it('come once, though pages overlap', () => {
    expect(withPage([a, b], [b, c])).toEqual([a, b, c]);
    expect(withFirst([b, c], [a, b])).toEqual([a, b, c]);
  });
});

describe('filters', () => {
  it('are what the address says, and the other way round', () => {
    const filters = {
      who: 'all',
      status: 'failed',
      token: SBTC,
      plan: 'a & b',
      search: 'ST1',
      sort: 'status',
      tab: 'all',
    } as const;
    expect(filtersOf(new URLSearchParams(queryOf(filters)))).toEqual(filters);
    expect(filtersOf(new URLSearchParams('status=nonsense'))).toMatchObject({ who: 'mine', status: 'all' });
    expect(queryOf(filtersOf(new URLSearchParams()))).toEqual({});
  });

  it('lead back from an order to the list that its address names, or to one that contains the order', () => {
    const back = (query: string, isMine: boolean) => listOf(new URLSearchParams(query), isMine);
    expect(back('status=failed', false)).toEqual({ status: 'failed' });
    expect(back('who=all&sort=oldest', true)).toEqual({ who: 'all', sort: 'oldest' });
    expect([back('', true), back('', false)]).toEqual([{}, { who: 'all', tab: 'all' }]);
  });

  it('ask for the sort', () => {
    const request = (query: string) => requestOf(filtersOf(new URLSearchParams(query)), undefined);
    expect(request('tab=all&sort=status')).toEqual({ sortBy: 'status', sortOrder: 'asc' });
    expect(request('sort=nonsense')).toEqual({ status: 'open' });
  });

  it('ask for searches of any length', () => {
    const filters = filtersOf(new URLSearchParams('search=ab&plan=dca'));
    expect(requestOf(filters, 'ST1')).toEqual({ owner: 'ST1', search: 'ab', strategyId: 'dca' });
  });

  it.each([
    ['', true],
    ['status=open', true],
    ['status=confirmed', false],
    [`token=${SBTC}`, true],
    ['token=SP1.other', false],
    ['plan=dca', false],
    ['search=WSTX-SUB', true],
    ['search=nothing', false],
  ])('%j tell whether a new order belongs to the list', (query, belongs) => {
    expect(isShown(anOrder({}), filtersOf(new URLSearchParams(query)))).toBe(belongs);
  });
});

describe('the picture of a trigger', () => {
  it('has the target on the side to which the price must move', () => {
    const up = triggerScale('0.5', { target: '0.6', direction: 'gt' })!;
    expect(up.current).toBeLessThan(up.target);
    expect(up.triggers).toEqual({ from: up.target, to: 100 });
    const down = triggerScale('0.5', { target: '0.4', direction: 'lt' })!;
    expect(down.target).toBeLessThan(down.current);
    expect(down.triggers).toEqual({ from: 0, to: down.target });
  });

  it('is wider the further the price has to move, and stays within its frame', () => {
    const widthOf = (target: string) => {
      const { current, target: reached } = triggerScale('1', { target, direction: 'gt' })!;
      return reached - current;
    };
    const widths = ['1.001', '1.05', '1.2', '2', `1${'0'.repeat(30)}`].map(widthOf);
    expect([...widths].sort((x, y) => x - y)).toEqual(widths);
    expect(widths.at(-1)).toBeLessThanOrEqual(66);
  });

  it('is not drawn for a target that every price meets', () => {
    expect(triggerScale('1', { target: '0', direction: 'gt' })).toBeUndefined();
  });
});

describe('links of a transaction', () => {
  const txid = 'ab'.repeat(32);

  it('lead to the explorer of the network, and nowhere on a devnet', () => {
    expect(explorerLink(`0x${txid}`, 'mainnet')).toBe(
      `https://explorer.hiro.so/txid/0x${txid}?chain=mainnet`,
    );
    expect(explorerLink(txid, 'testnet')).toBe(`https://explorer.hiro.so/txid/0x${txid}?chain=testnet`);
    expect(explorerLink(txid, 'devnet')).toBeUndefined();
    expect(explorerLink('javascript:alert(1)', 'mainnet')).toBeUndefined();
  });
});

describe('the owner’s own object', () => {
  it('is shown without the server’s quote, with unseen characters written out', () => {
    const quote = {} as NonNullable<NonNullable<ReturnType<typeof anOrder>['metadata']>['quote']>;
    expect(ownObjectText(anOrder({ metadata: { quote } }))).toBeUndefined();
    expect(ownObjectText(anOrder({ metadata: { quote, note: 'a\u202eb' } }))).toBe(
      '{\n  "note": "a\\u{202e}b"\n}',
    );
    expect(ownObjectText(anOrder({ metadata: { note: 'x'.repeat(50_000) } }))).toHaveLength(20_001);
  });
});
