import { describe, expect, it } from '@jest/globals';
import { metadataNotices } from '../../../src/adapters/stacks/blocks/metadata-notices.js';
import type { Token } from '../../../src/domain/market/registry.js';

const tokens = ['SP1.gem', 'SP1.gem-two', 'SP2.other'].map(
  (contractId) => ({ contractId }) as unknown as Token,
);

const call = (contract_id: string, function_name: string, more: object = {}) => ({
  tx_status: 'success',
  sender_address: 'SP9',
  contract_call: { contract_id, function_name, function_args: [] },
  ...more,
});
const naming = (repr: string) => ({
  contract_call: {
    contract_id: 'SP8.notify',
    function_name: 'ft-metadata-update-notify',
    function_args: [{ repr }],
  },
});

describe('the tokens whose metadata a block may have changed', () => {
  it.each([
    ['a call of the token', call('SP1.gem', 'set-token-uri'), ['SP1.gem']],
    ['a transfer', call('SP1.gem', 'transfer'), []],
    ['an aborted call', call('SP1.gem', 'set-token-uri', { tx_status: 'abort_by_response' }), []],
    ['a call of another contract', call('SP7.x', 'set-token-uri'), []],
    [
      'the deployer’s call of a notifier',
      call('', '', { sender_address: 'SP2', ...naming("'SP2.other") }),
      ['SP2.other'],
    ],
    ['a stranger’s call of a notifier', call('', '', { sender_address: 'SP1', ...naming("'SP2.other") }), []],
    [
      'a call in the fields of version 3',
      { status: 'success', contract_call: { contract_id: 'SP2.other', function_name: 'update-metadata' } },
      ['SP2.other'],
    ],
    ['a transfer of STX', { tx_status: 'success', tx_type: 'token_transfer' }, []],
  ])('after %s', (_what, transaction, expected) => {
    expect(metadataNotices([transaction], { tokens })).toEqual(expected);
  });
});
