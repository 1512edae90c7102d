import { effect, signal } from '@preact/signals';
import type { Problem } from '../live/problem.js';
import { pricesProblem } from '../live/prices.js';
import { wallet } from '../session/wallet.js';

interface Notice {
  readonly id: number;
  readonly kind: 'good' | 'bad';
  readonly text: string;
  /** Subject of the notice; the next notice about the same subject replaces it. */
  readonly about: string | undefined;
  /** Whether the notice disappears once the server can be reached again. */
  readonly isOffline: boolean;
}

const notices = signal<readonly Notice[]>([]);
const MOST = 4;
const GOOD_MS = 6_000;
/** Time for which a failure is shown, ms: enough to read it and write down the request id. */
const BAD_MS = 60_000;
let last = 0;

/** Shows that something worked. The notice disappears by itself, and replaces an earlier failure with the same subject. */
export function tell(text: string, about?: string): void {
  add({ kind: 'good', text, about, isOffline: false }, GOOD_MS);
}

/**
 * Shows that something failed. The notice stays for a minute, unless it is dismissed, the same action works, the server is
 * back, or the wallet changes.
 */
export function tellProblem({ message, hint, requestId, isOffline }: Problem, about?: string): void {
  const text = [message, hint, requestId && `Request ${requestId}`].filter(Boolean).join(' · ');
  add({ kind: 'bad', text, about, isOffline }, BAD_MS);
}

/** Removes the notices about a subject whose problem is solved. */
export const endNotices = (about: string): void => keep((notice) => notice.about !== about);

// The notices of one wallet are not shown to the next.
effect(() => {
  void wallet.value;
  keep(() => false);
});
effect(() => {
  if (pricesProblem.value === undefined) keep((notice) => !notice.isOffline);
});

function add(notice: Omit<Notice, 'id'>, forMs: number): void {
  const id = ++last;
  if (notice.about !== undefined) endNotices(notice.about);
  notices.value = [...notices.peek(), { id, ...notice }].slice(-MOST);
  setTimeout(() => dismiss(id), forMs);
}

const dismiss = (id: number): void => keep((notice) => notice.id !== id);

function keep(which: (notice: Notice) => boolean): void {
  const kept = notices.peek().filter(which);
  if (kept.length < notices.peek().length) notices.value = kept;
}

/** The newest notices, above the page. */
export const Notices = () => (
  <div class="notices stack" role="status" aria-live="polite">
    {notices.value.map(({ id, kind, text }) => (
      <div class={`notice between ${kind}`} key={id}>
        <p>{text}</p>
        <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
          <span aria-hidden="true">✕</span>
        </button>
      </div>
    ))}
  </div>
);
