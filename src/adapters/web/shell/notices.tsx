import { signal } from '@preact/signals';
import type { Problem } from '../live/problem.js';

interface Notice {
  readonly id: number;
  readonly kind: 'good' | 'bad';
  readonly text: string;
}

const notices = signal<readonly Notice[]>([]);
const MOST = 4;
const GOOD_MS = 6_000;
let last = 0;

/** Tells that something worked. It goes away by itself. */
export function tell(text: string): void {
  const id = add('good', text);
  setTimeout(() => dismiss(id), GOOD_MS);
}

/** Tells that something failed. It stays until it is dismissed. */
export function tellProblem({ message, hint, requestId }: Problem): void {
  add('bad', [message, hint, requestId && `Request ${requestId}`].filter(Boolean).join(' · '));
}

function add(kind: Notice['kind'], text: string): number {
  const id = ++last;
  notices.value = [...notices.value, { id, kind, text }].slice(-MOST);
  return id;
}

function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** The newest notices, above the page. */
export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text }) => (
        <div class={`notice notice-${kind}`} key={id}>
          <p>{text}</p>
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <span aria-hidden="true">✕</span>
          </button>
        </div>
      ))}
    </div>
  );
}
