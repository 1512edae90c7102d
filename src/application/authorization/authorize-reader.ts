import type { Explaining } from '../orders/check-order.js';
import type { Address } from '../../domain/shared/address.js';
import { ok, type Result } from '../../domain/shared/result.js';
import {
  makeProveWallet,
  type AudienceSettings,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from './prove-wallet.js';

/** Text that a signed message contains in place of an order's name if it is about all orders of the wallet. */
export const EVERY_ORDER = '*';

/** Verifies that a wallet asked to read one of its orders or all of them, and returns its address. */
export const makeAuthorizeReader = (ports: WalletPorts, settings: AudienceSettings) => {
  const proveWallet = makeProveWallet(ports, settings);
  /**
   * @param ref the order's name as sent; absent for a list, which requires a message about all orders.
   * @param explain whether to tell the caller why the wallet's signature does not verify.
   */
  return async (
    proof: WalletProof,
    ref = EVERY_ORDER,
    { explain }: Partial<Explaining> = {},
  ): Promise<Result<Address, ProveWalletError>> => {
    const proven = await proveWallet(proof, {
      expected: { action: 'read_orders' },
      fields: ['uuid'],
      readContent: ({ uuid }, report) => {
        if (uuid === EVERY_ORDER || uuid === ref) return true;
        report('uuid', ref === EVERY_ORDER ? `must be ${EVERY_ORDER}` : `must be ${ref} or ${EVERY_ORDER}`);
        return undefined;
      },
      use: 'while-recent',
      explain,
    });
    return proven.ok ? ok(proven.value.wallet) : proven;
  };
};
