import type { Alert, AlertId } from '../domain/alert/alert.js';
import type { AlertCondition } from '../domain/alert/condition.js';
import { AN_OWNER, T0 } from './builders.js';
import { tokenNo } from './price-runs.js';

/** The nth of the fixed alert ids, from 0. They sort by n. */
export const alertIdOf = (n: number): AlertId => n.toString(16).padStart(32, '0') as AlertId;

/** A condition on a token's price in dollars. */
export const above = (price: string, token = tokenNo(1)): AlertCondition => ({
  kind: 'price',
  token,
  direction: 'above',
  price,
  baseAsset: 'USD',
});

/** The nth alert, on token 1 above `n` dollars. */
export const anAlert = (n: number, overrides: Partial<Alert> = {}): Alert => ({
  id: alertIdOf(n),
  owner: AN_OWNER,
  condition: above(`${n}`),
  createdAt: T0,
  state: 'armed',
  ...overrides,
});
