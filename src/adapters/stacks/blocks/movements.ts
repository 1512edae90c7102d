import type { ClarityValue } from '@stacks/transactions';
import { STX, type ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf, isCount } from '../../../domain/shared/fields.js';
import { parseUnits } from '../../../domain/shared/units.js';
import type { Movement, Principal } from '../../../domain/trade/movement.js';
import type { AssetId } from '../../../domain/vault/vault.js';
import { decodeClarity, principalOf, textOf, tupleOf, unitsOf } from '../node/clarity.js';

/** Prints of subnet copies that move a balance from one account to another. */
const MOVES = ['transfer', 'x-transfer', 'x-transfer-lte', 'x-redeem'];

/**
 * The movement of an event in the form of version 1 or 3 of the index's API; undefined if it moves no token. `subnets` are the
 * subnet copies, whose prints count as movements.
 */
export function movementOf(event: unknown, subnets: ReadonlySet<string>): Movement | undefined {
  const fields = fieldsOf(event);
  const { event_index: place, contract_log: log } = fields;
  if (!isCount(place)) return undefined;
  if (log !== undefined) return printedMovement(place, fieldsOf(log), subnets);
  const asset = fieldsOf(fields['asset'] ?? fields['ft_asset'] ?? fields['stx_asset']);
  const isStx = fields['event_type'] === 'stx_asset' || fields['type'] === 'stx_asset';
  const id = isStx ? STX : (asset['asset_id'] ?? asset['asset_identifier']);
  const amount = parseUnits(asset['amount']);
  if (typeof id !== 'string' || !amount.ok) return undefined;
  const kind = asset['asset_event_type'] ?? asset['type'];
  return {
    place,
    asset: id as AssetId | ContractId,
    ...(kind !== 'mint' && { from: String(asset['sender']) as Principal }),
    ...(kind !== 'burn' && { to: String(asset['recipient']) as Principal }),
    amount: amount.value,
  };
}

function printedMovement(
  place: number,
  { contract_id: contract, value }: Readonly<Record<string, unknown>>,
  subnets: ReadonlySet<string>,
): Movement | undefined {
  if (typeof contract !== 'string' || !subnets.has(contract)) return undefined;
  const printed: Readonly<Record<string, ClarityValue>> =
    tupleOf(decodeClarity(fieldsOf(value)['hex'])) ?? {};
  const amount = unitsOf(printed['amount']);
  if (!MOVES.includes(textOf(printed['event']) ?? '') || amount === undefined) return undefined;
  const from = principalOf(printed['from'] ?? printed['sender']) as Principal;
  const to = principalOf(printed['to'] ?? printed['recipient']) as Principal;
  return { place, asset: contract as ContractId, from, to, amount };
}
