import { IsIn } from 'class-validator';
import { MOST_FILLS } from '../../../../application/wallets/read-fills.js';
import { parseTime } from '../../../../domain/shared/time.js';
import { TAX_FORMATS, taxRows, type TaxFormat } from '../../../../domain/wallet/tax-rows.js';
import { csvText } from '../../../../sdk/words/csv.js';
import { operation, SENT } from '../../operation/operation.js';
import { Param, Reads } from '../../schema/request-class.js';
import { text, time } from '../../schema/schema.js';
import {
  AS_RESULTS,
  OWN_PORTFOLIO,
  OWN_PORTFOLIO_ERRORS,
  OWN_PORTFOLIO_HEADERS,
  PlanQuery,
  withLedger,
  type OwnPortfolioParts,
} from './own-portfolio.js';

const IsTime = Reads(parseTime, {
  message: 'Invalid $property parameter: must be an ISO 8601 time or a date',
});

class ExportQuery extends PlanQuery {
  @IsIn(TAX_FORMATS)
  @Param('koinly: Koinly’s universal format; cointracking: CoinTracking’s')
  format: TaxFormat = 'koinly';

  @IsTime
  @Param(time('only fills of blocks at this time or later'), { cause: 'from is malformed' })
  from?: Date;

  @IsTime
  @Param(time('only fills of blocks before this time'), { cause: 'to is malformed' })
  to?: Date;
}

export const exportFills = operation({
  id: 'exportFills',
  ...OWN_PORTFOLIO,
  path: '/api/v1/portfolio/{address}/fills.csv',
  summary: 'The owner’s fills as a file that programs for taxes import',
  rules: [
    AS_RESULTS,
    `Oldest first, the newest ${MOST_FILLS.toLocaleString('en')} fills. Times are UTC. Net worth is in dollars, and empty for a fill without a recorded price. Withdrawals from a subnet are left out; what another address received is sent away in a row of its own. The operator pays the transaction fees, so they are empty.`,
    'A cell that a spreadsheet would take for a formula begins with a quote.',
  ],
  query: ExportQuery,
  response: {
    description: 'The file.',
    mediaType: 'text/csv',
    schema: text('RFC 4180, with a header'),
    headers: {
      ...OWN_PORTFOLIO_HEADERS,
      'Content-Disposition': 'attachment, with the name of the file',
    },
  },
  errors: OWN_PORTFOLIO_ERRORS,
  curl: '"$BASE/swap/api/v1/portfolio/$OWNER/fills.csv?format=koinly" -H @headers.txt',
  sign: "action=read_orders uuid='*'",
  handle: (parts: OwnPortfolioParts, call) =>
    withLedger(parts, call, {}, async ({ fills }) => {
      const { format, from, to } = call.query;
      const within = fills.filter(
        ({ at }) => (from === undefined || at >= from) && (to === undefined || at < to),
      );
      const tokens = await parts.orders.tokens();
      const rows = taxRows(format, within, (token) => tokens.describe(token));
      call.res.attachment(`fills-${format}.csv`).type('text/csv').send(csvText(rows));
      return SENT;
    }),
});
