import type { ComponentChildren } from 'preact';
import type { OperatorStatus } from '../../../sdk/client/index.js';
import { clockTime } from '../../../sdk/words/times.js';
import { oneLine } from '../../../sdk/words/names.js';
import { now } from '../live/clock.js';
import { Ago } from '../parts/ago.js';
import { CopyableId } from '../parts/copy.js';
import { href } from '../route.js';

/** Vaults that are left out, tokens without a price, and the last warnings and errors. */
export const Findings = ({ status }: { readonly status: OperatorStatus }) => (
  <>
    <Section title="Quarantined vaults">
      {status.quarantined.map(({ contractId, reason, expected, answered, until }) => (
        <li key={contractId}>
          <CopyableId id={contractId} label="vault’s contract id" /> <span class="badge warn">{reason}</span>{' '}
          {expected !== undefined && `reserves give ${expected}, it quoted ${answered ?? 'nothing'}; `}
          tried again <Ago at={until} />
        </li>
      ))}
    </Section>
    <Section title="Tokens without a price">
      {status.prices.unpriced.map(({ contractId, symbol, reason }) => (
        <li key={contractId}>
          <a href={href('token', [contractId])}>
            <bdi>{oneLine(symbol, 16)}</bdi>
          </a>{' '}
          <span class="badge warn">{reason}</span> <CopyableId id={contractId} label="contract id" />
        </li>
      ))}
    </Section>
    <Section
      title="Last warnings and errors"
      none={`None since the start at ${clockTime(status.process.startedAt, now.value)}.`}
    >
      {status.problems.map(({ at, level, message, times, fields }) => (
        <li key={`${at} ${message}`}>
          <span class={`badge ${level === 'warn' ? 'warn' : 'bad'}`}>{level}</span> <Ago at={at} />{' '}
          <bdi>{oneLine(message, 300)}</bdi>
          {times > 1 && <span class="muted"> × {times}</span>}
          {Object.keys(fields).length > 0 && (
            <details>
              <summary>Facts</summary>
              <pre>{JSON.stringify(fields, undefined, 2)}</pre>
            </details>
          )}
        </li>
      ))}
    </Section>
  </>
);

interface SectionProps {
  readonly title: string;
  readonly none?: string;
  readonly children: readonly ComponentChildren[];
}

const Section = ({ title, none = 'None.', children }: SectionProps) =>
  children.length === 0 ? (
    <section class="card between operator-part">
      <h2>{title}</h2>
      <span class="muted">{none}</span>
    </section>
  ) : (
    <section class="card stack operator-part">
      <h2>{title}</h2>
      <ol class="plain stack">{children}</ol>
    </section>
  );
