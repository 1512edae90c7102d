import { Cl, cvToHex, cvToString, type ClarityValue } from '@stacks/transactions';
import type { Chain } from '../chain/chain.js';
import type { MinedAt } from '../chain/history.js';
import type { ChainView } from './chain-view.js';
import type { DropStatus } from '../chain/mempool.js';
import type { ReceivedTransaction } from '../chain/received-transaction.js';
import type { VmEvent } from '../vm/execution.js';

/** A transaction as JSON with the field names of the Stacks Blockchain API; undefined for an unknown one. */
export function transactionView(
  chain: Chain,
  seen: ChainView,
  txid: string,
): Record<string, unknown> | undefined {
  const mined = seen.findMined(txid);
  if (mined !== undefined) return minedView(chain, mined);
  const pending = chain.mempool.find(txid);
  if (pending !== undefined) return unminedView(chain, pending, 'pending');
  const dropped = chain.mempool.findDropped(txid);
  return dropped && unminedView(chain, dropped.transaction, dropped.status);
}

export function minedView(chain: Chain, { mined, block, index }: MinedAt) {
  const { transaction, status, result, events, vmError } = mined;
  const time = new Date(block.time * 1000).toISOString();
  return {
    ...commonView(chain, transaction),
    tx_status: status,
    tx_result: clarityView(result),
    tx_index: index,
    block_hash: `0x${block.hash}`,
    parent_block_hash: `0x${block.parentHash}`,
    block_height: block.height,
    block_time: block.time,
    block_time_iso: time,
    burn_block_height: block.height,
    burn_block_time: block.time,
    burn_block_time_iso: time,
    canonical: true,
    is_unanchored: false,
    microblock_hash: '0x',
    microblock_sequence: 2147483647,
    microblock_canonical: true,
    event_count: events.length,
    events: events.map((event, position) => eventView(event, position, transaction.txid)),
    vm_error: vmError ?? null,
  };
}

function unminedView(chain: Chain, transaction: ReceivedTransaction, status: 'pending' | DropStatus) {
  return {
    ...commonView(chain, transaction),
    tx_status: status,
    receipt_time: Math.floor(transaction.receivedAtMs / 1000),
    receipt_time_iso: new Date(transaction.receivedAtMs).toISOString(),
  };
}

function commonView(chain: Chain, transaction: ReceivedTransaction) {
  return {
    tx_id: `0x${transaction.txid}`,
    nonce: Number(transaction.nonce),
    fee_rate: String(transaction.feeUstx),
    sender_address: transaction.sender,
    sponsored: false,
    anchor_mode: 'any',
    post_condition_mode: transaction.postConditionMode,
    post_conditions: transaction.postConditions,
    ...payloadView(chain, transaction),
  };
}

function payloadView(chain: Chain, { payload }: ReceivedTransaction) {
  if (payload.kind === 'transfer') {
    return {
      tx_type: 'token_transfer',
      token_transfer: { recipient_address: payload.recipient, amount: String(payload.amount), memo: '0x' },
    };
  }
  if (payload.kind === 'deploy') {
    const { contractId, source, clarityVersion } = payload;
    return {
      tx_type: 'smart_contract',
      smart_contract: {
        contract_id: contractId,
        source_code: source,
        clarity_version: clarityVersion ?? null,
      },
    };
  }
  if (payload.kind === 'other') return { tx_type: 'unknown' };
  const { contractId, functionName, args } = payload;
  const called = chain.interfaceOf(contractId)?.functions.find(({ name }) => name === functionName);
  return {
    tx_type: 'contract_call',
    contract_call: {
      contract_id: contractId,
      function_name: functionName,
      function_args: args.map((value, i) => ({ ...clarityView(value), name: called?.args[i]?.name ?? '' })),
    },
  };
}

function eventView({ event, data }: VmEvent, position: number, txid: string) {
  const common = { event_index: position, tx_id: `0x${txid}` };
  if (event === 'print_event') {
    const value = clarityView(Cl.deserialize(String(data['raw_value'])));
    return {
      ...common,
      event_type: 'smart_contract_log',
      contract_log: { contract_id: data['contract_identifier'], topic: data['topic'], value },
    };
  }
  const [kind, verb] = event.split('_');
  const asset = {
    asset_event_type: verb,
    sender: data['sender'] ?? '',
    recipient: data['recipient'] ?? '',
    amount: String(data['amount']),
  };
  if (kind === 'stx') return { ...common, event_type: 'stx_asset', asset };
  const ofToken = { ...asset, asset_id: data['asset_identifier'] };
  return { ...common, event_type: 'fungible_token_asset', asset: ofToken };
}

const clarityView = (value: ClarityValue) => ({ hex: cvToHex(value), repr: cvToString(value) });
