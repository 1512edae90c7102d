import { computed, signal } from '@preact/signals';
import { parseKept, type Kept } from './kept-fields.js';

/** Pages below different paths of one host keep their own. */
const KEY = `sluice ${new URL('.', location.href).pathname}`;

const current = signal(parseKept(read()));

/** Fields that the page keeps in this browser, the same in all of its tabs. */
export const kept = computed(() => current.value);

// Another tab has kept or forgotten something.
addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) current.value = parseKept(read());
});

/** Keeps these fields in addition to the others; undefined takes one away. */
export function keep(part: { readonly [F in keyof Kept]: Kept[F] | undefined }): void {
  const next = JSON.stringify({ ...current.peek(), ...part });
  if (next === JSON.stringify(current.peek())) return;
  current.value = parseKept(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Browsers may forbid storage, or have no room: then the page forgets with its tab.
  }
}

/** Forgets all that was kept in this browser. */
export function forgetKept(): void {
  current.value = {};
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is stored then.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
