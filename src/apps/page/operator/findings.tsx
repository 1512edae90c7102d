import type { OperatorStatus } from '../../../sdk/client/index.js';
import { clockTime } from '../../../sdk/words/times.js';
import { oneLine } from '../../../sdk/words/names.js';
import { now } from '../live/clock.js';
import { Ago } from '../parts/ago.js';
import { CopyableId } from '../parts/copy.js';
import { Empty } from '../parts/states.js';
import { href } from '../route.js';

/** Vaults that are left out, tokens without a price, and the last warnings and errors. */
export function Findings({ status }: { readonly status: OperatorStatus }) {
  return (
    <>
      <section class="card stack operator-part">
        <h2>Quarantined vaults</h2>
        {status.quarantined.length === 0 ? (
          <Empty title="None." />
        ) : (
          <ul class="plain stack">
            {status.quarantined.map(({ contractId, reason, expected, answered, until }) => (
              <li key={contractId}>
                <CopyableId id={contractId} label="vault’s contract id" />{' '}
                <span class="badge warn">{reason}</span>{' '}
                {expected !== undefined && `reserves give ${expected}, it quoted ${answered ?? 'nothing'}; `}
                tried again <Ago at={until} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="card stack operator-part">
        <h2>Tokens without a price</h2>
        {status.prices.unpriced.length === 0 ? (
          <Empty title="None." />
        ) : (
          <ul class="plain stack">
            {status.prices.unpriced.map(({ contractId, symbol, reason }) => (
              <li key={contractId}>
                <a href={href('token', [contractId])}>
                  <bdi>{oneLine(symbol, 16)}</bdi>
                </a>{' '}
                <span class="badge warn">{reason}</span> <CopyableId id={contractId} label="contract id" />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="card stack operator-part">
        <h2>Last warnings and errors</h2>
        {status.problems.length === 0 ? (
          <Empty title={`None since the start at ${clockTime(status.process.startedAt, now.value)}.`} />
        ) : (
          <ol class="plain stack">
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
          </ol>
        )}
      </section>
    </>
  );
}
