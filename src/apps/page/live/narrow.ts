import { signal } from '@preact/signals';

/** Matches pages no wider than a phone held upright, with some margin. */
const query = matchMedia('(max-width: 48rem)');
const narrow = signal(query.matches);
query.addEventListener('change', () => (narrow.value = query.matches));

/** Whether the page has the width of a phone. */
export const isNarrow = (): boolean => narrow.value;

/** Whether the device is used by touch alone. */
export const isPhone = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;
