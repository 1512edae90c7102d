import type { Strategy } from '../../../sdk/client/index.js';
import { PLAN_WORDS } from '../../../sdk/words/kinds.js';
import { oneLine } from '../../../sdk/words/names.js';
import { counted } from '../../../sdk/words/counts.js';
import { useReading } from '../live/reading.js';
import { listedWords } from '../live/token-names.js';
import { Ago } from '../parts/ago.js';
import { Fact } from '../parts/fact.js';
import { Empty, Failed, Pending } from '../parts/states.js';
import { href } from '../route.js';
import { CancelAll } from './cancel-all.js';
import { planName } from './owner-words.js';

const AGAIN_MS = 15_000;
const MOST = 50;

/** Plans of an owner, newest first, each with its progress. */
export function Plans({ owner }: { readonly owner: string }) {
  const { reading, again } = useReading(
    (client, signal) => client.orders.plans({ owner, limit: MOST }, { by: 'anyone', signal }),
    AGAIN_MS,
  );
  const { value, problem } = reading.value;
  if (value === undefined) return <Pending what="plans" rows={6} problem={problem} again={again} />;
  if (value.items.length === 0)
    return (
      <Empty title="There are no plans yet.">
        <p class="muted">A plan is a stop with a target, an entry with its exits, or sales over time.</p>
        <a class="button primary" href={href('swap', [], { kind: 'recurring' })}>
          Make one
        </a>
      </Empty>
    );
  return (
    <>
      {problem !== undefined && <Failed problem={problem} again={again} />}
      <ul class="plain stack">
        {value.items.map((plan) => (
          <PlanSummary key={plan.strategyId} plan={plan} />
        ))}
      </ul>
      {value.nextCursor !== undefined && (
        <p class="muted small">Older plans are in the list of all orders.</p>
      )}
    </>
  );
}

function PlanSummary({ plan }: { readonly plan: Strategy }) {
  const { strategyId, kind, size, open, broadcasted, confirmed, failed, cancelled, amounts, next } = plan;
  const words = listedWords.value;
  const name = planName({ strategyId, kind: kind === 'batch' ? 'manual' : kind });
  const isOpen = open + broadcasted > 0;
  const counts = [
    [`${confirmed} confirmed`, confirmed],
    [`${broadcasted} on the way`, broadcasted],
    [`${open} open`, open],
    [`${failed} failed`, failed],
    [`${cancelled} cancelled`, cancelled],
  ] as const;
  return (
    <li class="card stack" aria-label={oneLine(name, 60)}>
      <div class="between">
        <h2>
          <a href={href('orders', [], { plan: strategyId })}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        <span class={`badge ${isOpen ? 'good' : 'quiet'}`}>{isOpen ? 'Running' : 'Ended'}</span>
        {isOpen && <CancelAll plan={strategyId} />}
      </div>
      <p class="muted small">{PLAN_WORDS[kind]}</p>
      <progress value={size - open - broadcasted} max={size} aria-label="Orders that have ended" />
      <dl class="grid figures">
        <Fact name={counted(size, 'order')}>
          {counts
            .filter(([, count]) => count > 0)
            .map(([text]) => text)
            .join(', ')}
        </Fact>
        {amounts
          .slice(0, 2)
          .map(({ inputToken, outputToken, amountIn, executedAmountIn, executedAmountOut }) => (
            <Fact
              key={inputToken + outputToken}
              name={`${words.symbol(inputToken)} for ${words.symbol(outputToken)}`}
            >
              {words.amount(executedAmountIn, inputToken)} of {words.amount(amountIn, inputToken)} sold
              {executedAmountOut !== '0' && `, for ${words.amount(executedAmountOut, outputToken)}`}
            </Fact>
          ))}
        {next !== null && (
          <Fact name="Next">
            {next.validFrom === undefined ? 'Waits for its price' : <Ago at={next.validFrom} />}
          </Fact>
        )}
      </dl>
    </li>
  );
}
