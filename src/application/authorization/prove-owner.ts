import type { Permission } from '../../domain/api-key/api-key.js';
import type { Address } from '../../domain/shared/address.js';
import { Fields } from '../../domain/shared/fields.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { AdmittedKey } from '../api-keys/authenticate-key.js';
import { checkPermission, type PermissionDenied } from '../api-keys/authorize-key.js';
import {
  makeProveWallet,
  type AudienceSettings,
  type Demand,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from './prove-wallet.js';

/** Proof of an owner: a wallet's signed message, or an admitted API key with the fields that the message would have. */
export type OwnerProof = WalletProof | KeyProof;

/** An admitted API key, and what its holder asks for. */
export interface KeyProof {
  readonly by: 'api-key';
  readonly key: AdmittedKey;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reason why a request does not prove an owner who allows it. */
export type ProveOwnerError = ProveWalletError | PermissionDenied | InvalidFields;

/** The fields of a request with an API key are malformed or unknown. */
export interface InvalidFields {
  readonly kind: 'invalid-fields';
  readonly problems: readonly { readonly field: string; readonly message: string }[];
}

/**
 * Verifies that a wallet, or a key with the permission, asks for something that belongs to the wallet but is no order. The fields
 * have the same rules, except that a key's request names neither action nor path, and no unknown field.
 */
export const makeProveOwner = (ports: WalletPorts, settings: AudienceSettings, permission: Permission) => {
  const proveWallet = makeProveWallet(ports, settings);
  return async <T>(
    proof: OwnerProof,
    demand: Demand<T>,
  ): Promise<Result<{ readonly wallet: Address; readonly content: T }, ProveOwnerError>> => {
    if (proof.by === 'wallet') return proveWallet(proof, demand);
    const permitted = checkPermission(proof.key, permission);
    if (!permitted.ok) return permitted;
    const problems: { field: string; message: string }[] = [];
    const report = (field: string, message: string) => problems.push({ field, message });
    new Fields(proof.fields, report).refuseUnknown(demand.fields ?? []);
    const content = demand.readContent(proof.fields, report);
    return content === undefined || problems.length > 0
      ? err({ kind: 'invalid-fields', problems })
      : ok({ wallet: proof.key.owner, content });
  };
};
