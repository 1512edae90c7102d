import { withProgress } from '../../../adapters/terminal/index.js';
import { withDatabase } from '../../server/database.js';
import { printResult, type JsonOption } from '../result.js';

/** Recomputes everything that is derived from prices, and reports differences. */
export const checkPrices = (options: JsonOption): Promise<number> =>
  withDatabase(async ({ priceArchive }) => {
    const report = await withProgress((show) =>
      priceArchive.check((done, total) => show(done, total, `${done} of ${total} days`)),
    );
    const { days, points, differences } = report;
    printResult(report, options, () => [
      ...differences.map(
        ({ token, day, field }) =>
          `${new Date(day * 1000).toISOString().slice(0, 10)} ${token ?? 'bitcoin'}: ${field} differs`,
      ),
      `${points} prices of complete days, ${days} token days: ${differences.length} differences`,
    ]);
    return differences.length === 0 ? 0 : 1;
  });
