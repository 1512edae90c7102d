import type { Clause } from '../../conformance/clause.js';

/** Clauses that no server keeps yet. */
const AWAITED: readonly (readonly [area: string, says: RegExp])[] = [
  ['reads', /public view|view=owner/],
  ['orders', /^search (takes|finds orders by (one character|two characters))/],
  ['orders', /wildcard/],
  ['keys', /takes effect at once/],
  ['cors', /any origin/],
  ['webhooks', /GET .webhooks.{id}|PATCH|since/],
  ['limits', /./],
  ['outage', /with the text/],
];

export const isAwaited = ({ area, says }: Clause): boolean =>
  AWAITED.some(([of, pattern]) => of === area && pattern.test(says));
