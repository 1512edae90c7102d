import type { Order } from '../../../sdk/client/index.js';
import { reportFacts } from '../../../sdk/words/report-facts.js';
import { INEXACT_WORDS } from '../../../sdk/words/reports.js';
import { listedWords } from '../live/token-names.js';
import { Fact } from '../parts/fact.js';
import { href } from '../route.js';
import { useReport } from './use-report.js';

/** Report of a fill: what it gave against its quotes, its minimum and the best that was possible. */
export function ReportCard({ order }: { readonly order: Order }) {
  const report = useReport(order).value;
  if (report === undefined) return null;
  const { isPending, atParent } = report;
  return (
    <section class="card stack" aria-labelledby="report">
      <h2 id="report">What it gave</h2>
      <dl class="facts">
        {reportFacts(report, order.outputToken, listedWords.value).map(({ name, text, isPart }) => (
          <Fact key={name} name={`${isPart ? '– ' : ''}${name[0]!.toUpperCase()}${name.slice(1)}`}>
            {text}
          </Fact>
        ))}
      </dl>
      {isPending && <p class="muted small">The block before the swap is still to be read.</p>}
      {atParent?.inexact && (
        <p class="muted small">Figures of the block before are inexact: {INEXACT_WORDS[atParent.inexact]}.</p>
      )}
      <p class="small">
        <a href={href('docs', ['reference', 'execution-reports'])}>How each figure is computed</a>
      </p>
    </section>
  );
}
