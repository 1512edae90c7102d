import { ok } from '../../shared/result.js';
import { comparisonFields, parseComparison, restoreComparison, type Comparison } from './price.js';
import type { ConditionRules, TriggerLevel } from './rules.js';

/** The `conditionToken` of every condition of this kind. */
const ANY_TOKEN = '*';

/** Met as soon as the order's window opens. Its comparison is kept as sent and has no effect. */
export interface WindowCondition extends Comparison {
  readonly kind: 'window';
}

const LEVEL: TriggerLevel = { conditionToken: ANY_TOKEN, baseAsset: 'USD', direction: 'gt', level: 0n };

export const WINDOW: ConditionRules<WindowCondition, never> = {
  owns: (conditionToken) => conditionToken === ANY_TOKEN,
  parse(fields, contract) {
    const parsed = parseComparison(fields, () => ok(ANY_TOKEN), contract);
    if (parsed === undefined) return undefined;
    const { conditionToken: _, ...comparison } = parsed;
    return { kind: 'window', ...comparison };
  },
  restore: (stored) => ({ kind: 'window', ...restoreComparison(stored) }),
  fieldsOf: (condition) => comparisonFields(ANY_TOKEN, condition),
  unmet: () => undefined,
  levelOf: () => LEVEL,
  reachOf: () => ({ levels: [LEVEL] }),
};
