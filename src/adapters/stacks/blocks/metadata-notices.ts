import type { Registry } from '../../../domain/market/registry.js';
import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf } from '../../../domain/shared/fields.js';

/** Words in the names of functions that change a token's URI, or notify readers of a change (SIP-019). */
const CHANGES = /uri|metadata/i;

/**
 * Finds the listed tokens whose metadata a block's transactions may have changed: by a call of the token itself, or by its
 * deployer's call of another contract with the token among the arguments, since SIP-019 lets both notify. A call is recognised by
 * its name, which costs at most one unnecessary read. Reading printed events instead would take a request per transaction.
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
    // Version 2 of the list has `tx_status`, version 3 has `status`.
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
