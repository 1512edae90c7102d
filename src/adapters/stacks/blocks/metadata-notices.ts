import type { Registry } from '../../../domain/market/registry.js';
import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf } from '../../../domain/shared/fields.js';

/** Functions that change a token's URI, or notify readers of it (SIP-019), have one of these words in their names. */
const CHANGES = /uri|metadata/i;

/**
 * The listed tokens whose metadata a block's transactions may have changed: by a call of the token itself, or by its deployer's
 * call of another contract that names it, since SIP-019 lets both notify. Printed events would take a request per transaction; a
 * call recognised by its name costs at most one unnecessary read.
 */
export function metadataNotices(
  transactions: readonly Readonly<Record<string, unknown>>[],
  { tokens }: Pick<Registry, 'tokens'>,
): readonly ContractId[] {
  const noticed = new Set<ContractId>();
  for (const transaction of transactions) {
    const {
      contract_id: called,
      function_name: name,
      function_args: args,
    } = fieldsOf(transaction['contract_call']);
    // In the fields of version 2 or 3 of the list.
    const status = transaction['tx_status'] ?? transaction['status'];
    if (status !== 'success' || typeof name !== 'string' || !CHANGES.test(name)) continue;
    const sender = transaction['sender_address'] ?? fieldsOf(transaction['sender'])['address'];
    const named = Array.isArray(args) ? args.map((arg) => String(fieldsOf(arg)['repr'])) : [];
    for (const { contractId } of tokens) {
      const isOwn =
        contractParts(contractId).address === sender && named.some((text) => text.includes(contractId));
      if (called === contractId || isOwn) noticed.add(contractId);
    }
  }
  return [...noticed];
}
