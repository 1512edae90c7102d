import type { OperatorStatus } from '../../../sdk/client/index.js';
import { clockTime, fromNow } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { needsOf, type Part } from './operator-words.js';
import { readAt, statusProblem, unknownSince } from './session.js';

/** Whether all is well, and otherwise what needs the operator's attention, with links to it. */
export function Overall({ status }: { readonly status: OperatorStatus }) {
  const since = unknownSince.value;
  if (since !== undefined)
    return (
      <p class="banner quiet" role="status">
        <strong>Unknown since {clockTime(since, now.value)}.</strong>{' '}
        {statusProblem.value?.message ?? 'The server takes long to respond.'} What you see is from before.
      </p>
    );
  const needs = needsOf(status);
  const checked = (
    // The age changes each second, so only what the operator must act on is announced.
    <span class="muted" aria-hidden="true">
      checked {fromNow(readAt.value!, now.value)}
    </span>
  );
  if (needs.length === 0)
    return (
      <p class="banner good" role="status">
        <strong>All is well,</strong> {checked}
      </p>
    );
  return (
    <div class="banner warn" role="status">
      <strong>{needs.length === 1 ? '1 thing needs you,' : `${needs.length} things need you,`}</strong>{' '}
      {checked}
      <ul>
        {needs.map(({ part, text }) => (
          <li key={text}>
            <a href={`#${part}`} onClick={(event) => lead(event, part)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves the focus to the part without following the link, whose target would replace the route in the URL hash. */
function lead(event: Event, part: Part): void {
  event.preventDefault();
  document.getElementById(part)?.focus();
}
