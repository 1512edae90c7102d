import type { FungibleComparator, PostCondition, PostConditionModeName } from '@stacks/transactions';
import type { VmEvent } from '../vm/execution.js';

/** Total amount of an asset that a principal sent; what it received is not deducted. */
interface Movement {
  readonly principal: string;
  /** Id of the asset: `stx`, or `<contract>::<asset>`. */
  readonly asset: string;
  readonly amount: bigint;
}

const STX_ASSET = 'stx';
const SENDING_EVENT = /^(stx|ft)_(transfer|burn)_event$/;

/**
 * Checks a transaction's movements against its post-conditions (SIP-005). Returns undefined if they hold, or else a description
 * of the breach. Deny mode also forbids movements that no condition covers; originator mode forbids only those of the sender.
 */
export function findBreach(
  events: readonly VmEvent[],
  conditions: readonly PostCondition[],
  mode: PostConditionModeName,
  origin: string,
): string | undefined {
  const movements = sumMovements(events);
  const covered = new Set<string>();
  for (const condition of conditions) {
    const principal = condition.address === 'origin' ? origin : condition.address;
    const asset = assetOf(condition);
    if (!holds(condition, movements.get(keyOf(principal, asset))?.amount ?? 0n)) {
      return `post-condition on ${asset} of ${principal} does not hold`;
    }
    covered.add(keyOf(principal, asset));
  }
  if (mode === 'allow') return undefined;
  for (const [key, { principal, asset }] of movements) {
    if (mode === 'originator' && principal !== origin) continue;
    if (!covered.has(key)) return `${principal} moved ${asset}, which no post-condition allows`;
  }
  return undefined;
}

function sumMovements(events: readonly VmEvent[]): ReadonlyMap<string, Movement> {
  const movements = new Map<string, Movement>();
  for (const { event, data } of events) {
    if (!SENDING_EVENT.test(event)) continue;
    const principal = String(data['sender']);
    const asset = event.startsWith('stx') ? STX_ASSET : String(data['asset_identifier']);
    const key = keyOf(principal, asset);
    const amount = (movements.get(key)?.amount ?? 0n) + BigInt(String(data['amount']));
    movements.set(key, { principal, asset, amount });
  }
  return movements;
}

const keyOf = (principal: string, asset: string): string => `${principal} ${asset}`;

function assetOf(condition: PostCondition): string {
  if ('asset' in condition) return condition.asset;
  return condition.type === 'stx-postcondition' ? STX_ASSET : condition.type;
}

/** Whether the condition holds. The devnet has no non-fungible assets, staking or PoX, so `sent` is always 0 for these. */
function holds(condition: PostCondition, sent: bigint): boolean {
  switch (condition.type) {
    case 'stx-postcondition':
    case 'ft-postcondition':
    case 'staking-postcondition':
      return COMPARE[condition.condition](sent, BigInt(condition.amount));
    case 'nft-postcondition':
      return condition.condition !== 'sent';
    case 'pox-postcondition':
      return condition.condition !== 'will-perform';
  }
}

const COMPARE: Readonly<Record<FungibleComparator, (sent: bigint, amount: bigint) => boolean>> = {
  eq: (sent, amount) => sent === amount,
  gt: (sent, amount) => sent > amount,
  gte: (sent, amount) => sent >= amount,
  lt: (sent, amount) => sent < amount,
  lte: (sent, amount) => sent <= amount,
};
