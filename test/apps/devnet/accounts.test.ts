import { describe, expect, it } from '@jest/globals';
import { getAddressFromPrivateKey, privateKeyToPublic } from '@stacks/transactions';
import { accountsIn } from '../../../src/apps/devnet/vm/accounts.js';

describe('the accounts of a devnet', () => {
  it.each(['devnet', 'mainnet'] as const)(
    'have the public keys and addresses of their private keys, on %s',
    (dress) => {
      const { wallets, ...others } = accountsIn(dress);
      for (const { privateKey, publicKey, address } of [...Object.values(others), ...wallets]) {
        expect(publicKey).toBe(String(privateKeyToPublic(privateKey)));
        expect(address).toBe(getAddressFromPrivateKey(privateKey, dress));
      }
    },
  );
});
