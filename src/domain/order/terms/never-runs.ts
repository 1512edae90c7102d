import { isKnown } from '../../market/known-tokens.js';
import type { Registry } from '../../market/registry.js';
import { STX, type ContractId } from '../../shared/contract-id.js';
import { err, ok, type Result } from '../../shared/result.js';
import type { OrderTerms } from '../order.js';
import { MAX_AGE_MS } from '../lifecycle/strategy.js';

type Report = (field: string, message: string) => void;

/** Shortest window, in milliseconds. A shorter one would close before a pass of the executor can quote, sign and store a swap. */
export const SHORTEST_WINDOW_MS = 1_000;

/** Reports the fields because of which an order placed at `now` could never run, however the market moves. */
export function reportNeverRuns(
  draft: Partial<Pick<OrderTerms, 'trigger' | 'validFrom' | 'validTo'>>,
  now: Date,
  report: Report,
): void {
  const { trigger, validFrom, validTo } = draft;
  if (trigger?.kind === 'price' && trigger.direction === 'lt' && trigger.targetPrice.scaled === 0n)
    report('targetPrice', 'must be above 0 with direction lt: no price falls to 0');
  if (validFrom !== undefined && validFrom.getTime() - now.getTime() >= MAX_AGE_MS)
    report('validFrom', 'must be less than 90 days ahead: an open order ends after 90 days');
  const opens = validFrom !== undefined && validFrom > now ? validFrom : now;
  if (validTo !== undefined && validTo > opens && validTo.getTime() - opens.getTime() < SHORTEST_WINDOW_MS)
    report('validTo', 'must leave the order a window of at least one second');
}

/** Reason why no swap of an order is ever sent automatically, whatever the market does. */
export type NeverRuns =
  /** Input and output are the same. */
  | { readonly kind: 'same-token'; readonly token: ContractId }
  /** Neither the registry nor any of its vaults knows the output token. */
  | { readonly kind: 'unknown-output-token'; readonly token: ContractId }
  /** The registry does not list the token, so no run prices it. */
  | {
      readonly kind: 'unpriceable-token';
      readonly field: 'conditionToken' | 'baseAsset';
      readonly token: ContractId;
    };

/** Runs the checks that need the registry. The output may be the base of the input: sublinks serve such withdrawals from the subnet. */
export function checkCanRun(
  { inputToken, outputToken, trigger }: Pick<OrderTerms, 'inputToken' | 'outputToken' | 'trigger'>,
  registry: Pick<Registry, 'tokens' | 'vaults'>,
): Result<void, NeverRuns> {
  if (outputToken === inputToken) return err({ kind: 'same-token', token: outputToken });
  if (outputToken !== STX && !isKnown(outputToken, registry))
    return err({ kind: 'unknown-output-token', token: outputToken });
  if (trigger === undefined || trigger.kind === 'window') return ok();
  const { conditionToken, baseAsset } = trigger;
  if (!canBePriced(conditionToken, registry))
    return err({ kind: 'unpriceable-token', field: 'conditionToken', token: conditionToken });
  if (baseAsset !== 'USD' && !canBePriced(baseAsset, registry))
    return err({ kind: 'unpriceable-token', field: 'baseAsset', token: baseAsset });
  return ok();
}

/** Whether price runs can price the token: the registry must list it and, for a subnet copy, the base from which its price is taken. */
function canBePriced(token: ContractId, { tokens }: Pick<Registry, 'tokens'>): boolean {
  const known = tokens.find(({ contractId }) => contractId === token);
  if (known === undefined) return false;
  const base = known.type === 'SUBNET' ? known.base : undefined;
  return base === undefined || tokens.some(({ contractId }) => contractId === base);
}
