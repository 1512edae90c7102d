import { signal } from '@preact/signals';

/** As wide as a phone held upright, with some margin. */
const query = matchMedia('(max-width: 48rem)');
const narrow = signal(query.matches);
query.addEventListener('change', () => (narrow.value = query.matches));

/** Whether the page has the width of a phone. */
export const isNarrow = (): boolean => narrow.value;
