import type { Violation } from '../../src/domain/order/lifecycle/invariants.js';
import type { CoreHarness } from './core-harness.js';

/** The violated invariants that were reported, oldest first. */
export const violationsOf = ({ observed }: Pick<CoreHarness, 'observed'>): readonly Violation[] =>
  observed.filter((event) => event.kind === 'invariant-violated');
