import { print, printTable } from '../../adapters/terminal/index.js';
import { SystemClock } from '../../adapters/system/index.js';
import { makeReadCosts, type ReadCostsError } from '../../application/operator/read-costs.js';
import { costRows } from '../../domain/operator/cost-rows.js';
import { STX_DECIMALS, type CostGroupBy, type CostSum } from '../../domain/operator/costs.js';
import { bigintAsText } from '../../domain/shared/json.js';
import { wholeTokens } from '../../domain/shared/whole-tokens.js';
import { usdText } from '../../domain/wallet/nano-usd.js';
import { csvText } from '../../sdk/words/csv.js';
import { withDatabase } from '../server/database.js';
import { printJson, type JsonOption } from './result.js';
import { UsageError } from './usage-error.js';

interface CostOptions extends JsonOption {
  readonly by: CostGroupBy;
  readonly from?: Date;
  readonly to?: Date;
  readonly csv?: boolean;
}

/** Prints what the operator's transactions in the database have cost. Returns the exit code. */
export async function costs({ by, from, to, csv = false, json = false }: CostOptions): Promise<number> {
  return withDatabase(async ({ swaps, prices }) => {
    const read = makeReadCosts({ clock: new SystemClock(), swaps, prices });
    if (csv) {
      const listed = await read.list({ from, to });
      if (!listed.ok) throw refusal(listed.error);
      process.stdout.write(csvText(costRows(listed.value)));
      return 0;
    }
    const found = await read.sums({ by, from, to });
    if (!found.ok) throw refusal(found.error);
    const { groups, total, isComplete } = found.value;
    if (json) printJson(JSON.parse(JSON.stringify(withDollars(found.value), bigintAsText)) as object);
    else if (groups.length === 0) print('no transactions');
    else {
      printTable(
        [by, 'confirmed', 'aborted', 'no-ops', 'never mined', 'pending', 'STX', 'dollars'],
        [...groups.map((group) => [group.key, ...cellsOf(group)]), ['all', ...cellsOf(total)]],
      );
      if (!isComplete) print('the groups that cost least are left out');
      if (total.unpricedUstx > 0n)
        print(
          `${wholeTokens(total.unpricedUstx, STX_DECIMALS)} STX have no recorded price, and are not in dollars`,
        );
    }
    return 0;
  });
}

const cellsOf = ({ outcomes, costUstx, costUsd }: CostSum): string[] => [
  ...[outcomes.confirmed, outcomes.aborted, outcomes['no-op'], outcomes['never-mined'], outcomes.pending].map(
    String,
  ),
  wholeTokens(costUstx, STX_DECIMALS),
  usdText(costUsd),
];

/** Sums with dollars in decimal text in place of billionths. */
const withDollars = <T extends { readonly total: CostSum; readonly groups: readonly CostSum[] }>(
  reading: T,
) => ({
  ...reading,
  total: dollarsOf(reading.total),
  groups: reading.groups.map(dollarsOf),
});
const dollarsOf = (sum: CostSum) => ({ ...sum, costUsd: usdText(sum.costUsd) });

const refusal = (error: ReadCostsError): UsageError =>
  new UsageError(
    error.kind === 'too-many-costs'
      ? `The period has more than ${error.most} transactions: name a shorter one.`
      : `The period ${error.reason}.`,
  );
