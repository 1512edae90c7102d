import type { ContractId } from '../shared/contract-id.js';
import { wholeTokens } from '../shared/whole-tokens.js';
import type { Quantity } from './average-cost.js';
import type { LedgerFill } from './fills.js';
import { usdText } from './nano-usd.js';

/** Programs for taxes whose files are written. */
export const TAX_FORMATS = ['koinly', 'cointracking'] as const;
export type TaxFormat = (typeof TAX_FORMATS)[number];

/** Names and units of tokens, as a file shows them. */
export type TokenLabels = (token: ContractId) => {
  readonly symbol?: string | undefined;
  readonly decimals?: number | undefined;
};

type Row = readonly string[];

interface Writer {
  readonly header: Row;
  readonly trade: (fill: LedgerFill, part: Parts) => Row;
  readonly sent: (fill: LedgerFill, part: Parts) => Row;
}

/** The texts of a fill: amounts of whole tokens, and the names of the tokens. */
interface Parts {
  readonly sold: Row;
  readonly bought: Row;
}

const NAME = 'Sluice';
const NO_FEE = ['', ''];

/** Koinly's universal format. @see https://support.koinly.io/en/articles/9489976-how-to-create-a-custom-csv-file-with-your-data */
const KOINLY: Writer = {
  header: [
    ...['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency'],
    ...[
      'Fee Amount',
      'Fee Currency',
      'Net Worth Amount',
      'Net Worth Currency',
      'Label',
      'Description',
      'TxHash',
    ],
  ],
  trade: (fill, { sold, bought }) => koinlyRow(fill, [...sold, ...bought], orderText(fill)),
  sent: (fill, { bought }) => koinlyRow(fill, [...bought, '', ''], sentText(fill)),
};

const koinlyRow = ({ at, price, txid }: LedgerFill, amounts: Row, description: string): Row => [
  `${secondsText(at)} UTC`,
  ...amounts,
  ...NO_FEE,
  ...(price === undefined ? ['', ''] : [usdText(price.worth), 'USD']),
  '',
  description,
  txid,
];

/** CoinTracking's format of imported files. */
const COINTRACKING: Writer = {
  header: [
    ...['Type', 'Buy Amount', 'Buy Currency', 'Sell Amount', 'Sell Currency', 'Fee', 'Fee Currency'],
    ...['Exchange', 'Trade-Group', 'Comment', 'Date'],
  ],
  trade: (fill, { sold, bought }) => coinTrackingRow(fill, ['Trade', ...bought, ...sold], orderText(fill)),
  sent: (fill, { bought }) => coinTrackingRow(fill, ['Withdrawal', '', '', ...bought], sentText(fill)),
};

const coinTrackingRow = ({ at, strategyId, txid }: LedgerFill, amounts: Row, comment: string): Row => [
  ...amounts,
  ...NO_FEE,
  NAME,
  strategyId ?? '',
  `${comment}, transaction ${txid}`,
  secondsText(at),
];

const WRITERS: Readonly<Record<TaxFormat, Writer>> = { koinly: KOINLY, cointracking: COINTRACKING };

/**
 * Rows of the file that a program for taxes imports, after its header. Each swap is a trade; what another address received is sent
 * away in a row of its own. Withdrawals from a subnet move no token, so they have no row. The operator pays the fees, so they are empty.
 */
export function taxRows(
  format: TaxFormat,
  fills: readonly LedgerFill[],
  labelsOf: TokenLabels,
): readonly Row[] {
  const { header, trade, sent } = WRITERS[format];
  const amount = ({ token, units }: Quantity): Row => {
    const { symbol, decimals } = labelsOf(token);
    // Units of a token whose decimals are unknown are named by its contract, so that no program takes them for whole tokens.
    return decimals === undefined
      ? [units.toString(), `${token} units`]
      : [wholeTokens(units, decimals), symbol ?? token];
  };
  const rows = fills.flatMap((fill) => {
    const parts = { sold: amount(fill.sold), bought: amount(fill.bought) };
    return [
      ...(fill.kind === 'swap' ? [trade(fill, parts)] : []),
      ...(fill.recipient === undefined ? [] : [sent(fill, parts)]),
    ];
  });
  return [header, ...rows];
}

const orderText = ({ handle }: LedgerFill): string => `${NAME} order ${handle}`;
const sentText = (fill: LedgerFill): string => `${orderText(fill)}, paid to ${fill.recipient!}`;

/** The time in UTC to the second, such as 2026-01-31 23:59:59. */
const secondsText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
