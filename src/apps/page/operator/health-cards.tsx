import type { ComponentChildren } from 'preact';
import type { OperatorStatus } from '../../../sdk/client/index.js';
import { Ago } from '../parts/ago.js';
import { dueLine, type Part } from './operator-words.js';
import { Pill } from './pill.js';

/** Stacks began in January 2021: the first block of a devnet has no time of its own. */
const isDated = (at: string | null): at is string => at !== null && Date.parse(at) > Date.UTC(2021);

/** Database, node, recorder and executor: whether each works, and the figures behind it. */
export function HealthCards({ status }: { readonly status: OperatorStatus }) {
  const { health, node, prices, executor } = status;
  return (
    <div class="operator-grid">
      <Card part="server" title="Server" isGood={health.ready} words={health.ready ? 'ready' : 'not ready'}>
        {health.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        <dl class="facts">
          <dt>Database</dt>
          <dd>{health.failing.includes('database') ? 'does not respond' : 'responds'}</dd>
          <dt>Clock</dt>
          <dd>{health.failing.includes('clock') ? 'off' : 'correct'}</dd>
        </dl>
      </Card>
      <Card
        part="node"
        title="Node"
        isGood={node.suspendedSince === null && node.height !== null}
        words={node.height === null ? 'not read' : node.suspendedSince === null ? 'responds' : 'suspended'}
      >
        <dl class="facts">
          <dt>Newest block</dt>
          <dd>{node.height ?? '–'}</dd>
          <dt>Block time</dt>
          <dd>{isDated(node.blockAt) ? <Ago at={node.blockAt} /> : '–'}</dd>
          <dt>Node</dt>
          <dd>
            {node.host + 1} of {node.hosts}
          </dd>
          {node.suspendedSince !== null && (
            <>
              <dt>Suspended</dt>
              <dd>
                <Ago at={node.suspendedSince} />
              </dd>
            </>
          )}
        </dl>
      </Card>
      <Card
        part="recorder"
        title="Recorder"
        isGood={prices.ok && !prices.degraded}
        words={prices.ok ? (prices.degraded ? 'degraded' : 'records') : 'behind'}
      >
        <dl class="facts">
          <dt>Last run</dt>
          <dd>{prices.lastRecordedAt === null ? 'none yet' : <Ago at={prices.lastRecordedAt} />}</dd>
          <dt>Tokens priced</dt>
          <dd>
            {prices.tokensPriced} of {prices.tokensRegistered}
          </dd>
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
          <dt>Last pass</dt>
          <dd>{executor.lastPass === undefined ? 'none yet' : <Ago at={executor.lastPass.endedAt} />}</dd>
          <dt>Due orders waiting</dt>
          <dd>{dueLine(status)}</dd>
          <dt>All due orders handled</dt>
          <dd>{executor.caughtUpAt === null ? 'not yet' : <Ago at={executor.caughtUpAt} />}</dd>
          {executor.lastPass?.attempts.map(({ outcome, orders }) => [
            <dt key={`${outcome}-name`}>Attempts: {outcome}</dt>,
            <dd key={outcome}>{orders}</dd>,
          ])}
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
  <section class="card" id={part} tabIndex={part === undefined ? undefined : -1}>
    <h2>
      {title} <Pill tone={isGood ? 'good' : 'bad'} words={words} />
    </h2>
    {children}
  </section>
);
