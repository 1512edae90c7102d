import type { KeyLimits } from '../../../domain/api-key/limits.js';
import { unwrap } from '../../../domain/shared/result.js';
import { parseUnits } from '../../../domain/shared/units.js';

/** Limits of a key as JSON: amounts are texts. */
export interface StoredLimits extends Omit<KeyLimits, 'dailyAmounts'> {
  readonly dailyAmounts?: readonly (Omit<NonNullable<KeyLimits['dailyAmounts']>[number], 'amount'> & {
    readonly amount: string;
  })[];
}

export const storedLimits = ({ dailyAmounts, ...limits }: KeyLimits): StoredLimits => ({
  ...limits,
  ...(dailyAmounts && {
    dailyAmounts: dailyAmounts.map(({ token, amount }) => ({ token, amount: amount.toString() })),
  }),
});

export const limitsFrom = ({ dailyAmounts, ...limits }: StoredLimits): KeyLimits => ({
  ...limits,
  ...(dailyAmounts && {
    dailyAmounts: dailyAmounts.map(({ token, amount }) => ({ token, amount: unwrap(parseUnits(amount)) })),
  }),
});
