import type { OrderReport } from '../../../../application/reports/read-report.js';
import type {
  ExecutionReport,
  ParentOutputs,
  Shortfall,
  Surplus,
  VaultFee,
} from '../../../../domain/order/report/execution-report.js';
import {
  pricePaid,
  worthOf,
  type PairDecimals,
  type ReportWorth,
} from '../../../../domain/order/report/worth.js';
import type { TokenBook } from '../../../../domain/metadata-record/token-book.js';
import { INEXACT_WORDS } from '../../../../sdk/words/reports.js';
import { contractId } from '../../schema/common-schemas.js';
import { digits, flag, list, number, ref, text, time, units, whole, wordOf } from '../../schema/schema.js';
import { field, fields, named, optional, within } from '../../schema/shape.js';

const difference = (description: string) =>
  optional(
    digits(text(description, { pattern: '^(0|-?[1-9][0-9]*)$', 'x-unit': 'smallest units of outputToken' })),
  );
const bps = (description: string) => optional(number(description, { 'x-unit': 'basis points' }));
const dollars = (description: string) => number(description, { 'x-unit': 'USD' });

const AT_PARENT = fields<ParentOutputs>()(
  {
    blockHeight: whole('height of the parent block'),
    ownRoute: optional(units('output of the swap’s own route; absent if unknown')),
    best: optional(units('output of the best route of up to four hops; absent if unknown')),
    isExact: field(
      flag('whether both outputs are those just before the swap, to the unit'),
      ({ inexact }) => inexact === undefined,
    ),
    inexact: optional(wordOf(INEXACT_WORDS, 'reason why they may differ')),
    fees: optional(
      list(
        fields<VaultFee>()({ token: contractId('token of the fee'), amount: units('fee') }).schema,
        'fees that the vaults of the own route kept, already part of its output; vaults that only their contracts can quote do not say theirs',
      ),
    ),
  },
  {
    description:
      'outputs of the same input at the parent of the block; absent until it is read, or if it can no longer be read',
  },
);

const SHORTFALL = fields<Shortfall>()(
  {
    total: difference('quotedWhenPlaced − executed: drift + delay + rest'),
    drift: difference('quotedWhenPlaced − quotedWhenSent: the market before the order was sent'),
    delay: difference('quotedWhenSent − atParent.ownRoute: the market between signing and inclusion'),
    rest: difference('atParent.ownRoute − executed: transactions before the swap in its block'),
    route: difference('atParent.best − atParent.ownRoute: the cost of the chosen route; part of no sum'),
  },
  {
    description:
      'amounts that the owner got less, by cause; negative if more. A part is absent if a figure that it needs is',
  },
);

const SURPLUS = fields<Surplus>()(
  {
    overQuote: difference('executed − quotedWhenSent'),
    overMinimum: difference('executed − minimum'),
  },
  { description: 'amounts that the swap paid more' },
);

const USD = fields<ReportWorth>()(
  {
    at: field(time('time of the older of the two prices'), ({ at }) => new Date(at * 1_000)),
    paid: dollars('the input'),
    received: dollars('the output'),
    shortfall: optional(dollars('shortfall.total')),
    surplus: optional(dollars('surplus.overQuote')),
  },
  {
    description:
      'dollars at the newest prices recorded before the block; absent until they are read, or without both prices',
  },
);

/** Report as one reader sees it. */
interface ReportView extends OrderReport {
  readonly tokens: TokenBook;
}

const inReport = ({ report }: ReportView): ExecutionReport => report;

const decimalsIn = ({ order, tokens }: ReportView): PairDecimals => ({
  tokenIn: tokens.describe(order.terms.inputToken).decimals,
  tokenOut: tokens.describe(order.terms.outputToken).decimals,
});

export const EXECUTION_REPORT = named(
  'ExecutionReport',
  fields<ReportView>()({
    handle: field(ref<string>('Uuid', 'handle of the order'), ({ order }) => order.terms.handle),
    ...within(({ order }: ReportView) => order, {
      txid: ref<string>('Txid', 'the swap'),
      blockHeight: whole('block of the swap'),
    }),
    isPending: flag('whether the parent block and the prices are still to be read, within seconds'),
    ...within(inReport, {
      amountIn: units('input of the swap'),
      executedAmountOut: field(units('amount that the swap paid'), ({ executed }) => executed),
      quotedWhenPlaced: optional(
        units('quote when the order was placed; absent if none was at hand'),
        ({ placed }) => placed,
      ),
      quotedWhenSent: optional(
        units('quote on which the swap was signed; absent if another server sent it'),
        ({ sent }) => sent,
      ),
      minimum: optional(
        units('least output with which the chain would have executed the swap; absent if nothing bound it'),
      ),
    }),
    price: optional(
      number('output over input in whole tokens; absent if decimals are unknown', { minimum: 0 }),
      (view) => pricePaid(view.report, decimalsIn(view)),
    ),
    ...within(inReport, {
      atParent: optional(AT_PARENT.schema, ({ parent }) => parent),
      shortfall: SHORTFALL.schema,
      surplus: SURPLUS.schema,
      shortfallBps: bps('part of atParent.best that the swap did not pay'),
      surplusBps: bps('part of quotedWhenSent by which the swap paid more'),
      overMinimumBps: bps('part of minimum by which the swap paid more'),
    }),
    usd: optional(USD.schema, (view) => worthOf(view.report, decimalsIn(view))),
    feeUstx: field(
      units('fee of the transaction in microSTX, paid by the operator'),
      ({ order }) => order.feeUstx,
    ),
  }),
);
