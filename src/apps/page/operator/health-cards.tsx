import type { ComponentChildren } from 'preact';
import type { OperatorStatus } from '../../../sdk/client/index.js';
import { Ago } from '../parts/ago.js';
import { Fact } from '../parts/fact.js';
import { allDueWords, type Part } from './operator-words.js';
import { Pill } from './pill.js';

/** Whether the time is real. A time before 2021 is a placeholder: Stacks began then, and a devnet's first block has no time of its own. */
const isDated = (at: string | null): at is string => at !== null && Date.parse(at) > Date.UTC(2021);

/** Database, node, recorder and executor: whether each works, and the figures behind it. */
export function HealthCards({ status }: { readonly status: OperatorStatus }) {
  const { health, node, prices, executor } = status;
  return (
    <div class="grid operator-grid">
      <Card part="server" title="Server" isGood={health.ready} words={health.ready ? 'ready' : 'not ready'}>
        {health.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <dl class="facts">
          <Fact name="Database">{health.failing.includes('database') ? 'does not respond' : 'responds'}</Fact>
          <Fact name="Clock">{health.failing.includes('clock') ? 'off' : 'correct'}</Fact>
        </dl>
      </Card>
      <Card
        part="node"
        title="Node"
        isGood={node.suspendedSince === null && node.height !== null}
        words={node.height === null ? 'not read' : node.suspendedSince === null ? 'responds' : 'suspended'}
      >
        <dl class="facts">
          <Fact name="Newest block">{node.height ?? '–'}</Fact>
          <Fact name="Block time">{isDated(node.blockAt) ? <Ago at={node.blockAt} /> : '–'}</Fact>
          <Fact name="Node">
            {node.host + 1} of {node.hosts}
          </Fact>
          <Fact name="Suspended">{node.suspendedSince !== null && <Ago at={node.suspendedSince} />}</Fact>
        </dl>
      </Card>
      <Card
        part="recorder"
        title="Recorder"
        isGood={prices.ok && !prices.degraded}
        words={prices.ok ? (prices.degraded ? 'degraded' : 'records') : 'behind'}
      >
        <dl class="facts">
          <Fact name="Last run">
            {prices.lastRecordedAt === null ? 'none yet' : <Ago at={prices.lastRecordedAt} />}
          </Fact>
          <Fact name="Tokens priced">
            {prices.tokensPriced} of {prices.tokensRegistered}
          </Fact>
        </dl>
        {prices.lastFailure !== undefined && (
          <p>
            Failed <Ago at={prices.lastFailure.at} />: {prices.lastFailure.reason}
          </p>
        )}
      </Card>
      <Card
        title="Executor"
        isGood={executor.isRunning}
        words={executor.isRunning ? 'runs' : 'not in this process'}
      >
        <dl class="facts">
          <Fact name="Last pass">
            {executor.lastPass === undefined ? 'none yet' : <Ago at={executor.lastPass.endedAt} />}
          </Fact>
          <Fact name="Due orders waiting">{allDueWords(status)}</Fact>
          <Fact name="All due orders handled">
            {executor.caughtUpAt === null ? 'not yet' : <Ago at={executor.caughtUpAt} />}
          </Fact>
          {executor.lastPass?.attempts.map(({ outcome, orders }) => (
            <Fact key={outcome} name={`Attempts: ${outcome}`}>
              {orders}
            </Fact>
          ))}
        </dl>
      </Card>
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly part?: Part;
  readonly isGood: boolean;
  readonly words: string;
  readonly children: ComponentChildren;
}

const Card = ({ title, part, isGood, words, children }: CardProps) => (
  <section class="card stack" id={part} tabIndex={part === undefined ? undefined : -1}>
    <h2>
      {title} <Pill tone={isGood ? 'good' : 'bad'} words={words} />
    </h2>
    {children}
  </section>
);
