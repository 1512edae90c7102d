import { fieldsOf } from '../../../domain/shared/fields.js';
import type { Chain } from '../chain/chain.js';
import { blockId } from './chain-view.js';
import { badRequest, type Request } from './http-server.js';

type View = Readonly<Record<string, unknown>>;

/** Fields of a single transaction that version 3 leaves out unless the query names them. */
const HEAVY_FIELDS = ['result', 'function_args', 'post_conditions', 'source_code'] as const;
type HeavyField = (typeof HEAVY_FIELDS)[number];

/** The requested fields, as repeated parameters or separated by commas. */
export function includedFields({ query }: Pick<Request, 'query'>): readonly HeavyField[] {
  const names = query.getAll('include').flatMap((text) => text.split(','));
  return names.map((name) => {
    const field = HEAVY_FIELDS.find((each) => each === name);
    if (field === undefined) throw badRequest(`include takes ${HEAVY_FIELDS.join(', ')}`);
    return field;
  });
}

/** A transaction as version 3's lists show it, converted from version 1's fields. */
export function summaryV3(chain: Chain, view: View): View {
  return {
    tx_id: view['tx_id'],
    sender: { address: view['sender_address'], nonce: view['nonce'] },
    sponsor: null,
    fee_rate: view['fee_rate'],
    ...(view['block_height'] === undefined
      ? { receipt_time: view['receipt_time'] }
      : { block: blockOf(chain, view), bitcoin_block: bitcoinBlockOf(view) }),
    status: view['tx_status'],
    type: view['tx_type'],
    ...payloadOf(view, []),
  };
}

/** A single transaction as version 3 shows it. Heavy fields are included only on request. */
export function detailV3(chain: Chain, view: View, include: readonly HeavyField[]): View {
  const isMined = view['block_height'] !== undefined;
  return {
    ...summaryV3(chain, view),
    ...payloadOf(view, include),
    ...(isMined && {
      parent_block: { hash: view['parent_block_hash'] },
      event_count: view['event_count'],
      vm_error: view['vm_error'],
    }),
    ...(isMined && include.includes('result') && { result: view['tx_result'] }),
    ...(include.includes('post_conditions') && { post_conditions: view['post_conditions'] }),
  };
}

/** An event as version 3 shows it, converted from version 1's fields. */
export function eventV3(event: View): View {
  const { event_index, event_type: type } = event;
  if (type === 'smart_contract_log')
    return { event_index, type: 'contract_log', contract_log: event['contract_log'] };
  const { asset_event_type: verb, asset_id: asset, sender, recipient, amount } = fieldsOf(event['asset']);
  const moved = {
    type: verb,
    ...(asset !== undefined && { asset_identifier: asset }),
    ...(sender !== '' && { sender }),
    ...(recipient !== '' && { recipient }),
    amount,
  };
  return type === 'stx_asset'
    ? { event_index, type, stx_asset: moved }
    : { event_index, type: 'ft_asset', ft_asset: moved };
}

function blockOf(chain: Chain, view: View) {
  const height = Number(view['block_height']);
  return {
    height,
    hash: view['block_hash'],
    index_hash: `0x${blockId(chain.blockAt(height))}`,
    time: view['block_time'],
    tx_index: view['tx_index'],
  };
}

const bitcoinBlockOf = (view: View) => ({ height: view['burn_block_height'], time: view['burn_block_time'] });

function payloadOf(view: View, include: readonly HeavyField[]): View {
  switch (view['tx_type']) {
    case 'token_transfer': {
      const { recipient_address: recipient, ...transfer } = fieldsOf(view['token_transfer']);
      return { token_transfer: { recipient, ...transfer } };
    }
    case 'contract_call': {
      const { function_args: args, ...call } = fieldsOf(view['contract_call']);
      const values = (args as readonly View[]).map(({ hex, repr }) => ({ hex, repr }));
      return {
        contract_call: { ...call, ...(include.includes('function_args') && { function_args: values }) },
      };
    }
    case 'smart_contract': {
      const { source_code: source, ...contract } = fieldsOf(view['smart_contract']);
      return {
        smart_contract: { ...contract, ...(include.includes('source_code') && { source_code: source }) },
      };
    }
    default:
      return {};
  }
}
