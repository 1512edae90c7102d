import { toHex } from '../../../src/domain/shared/hex.js';
import { ok } from '../../../src/domain/shared/result.js';
import type { SaveMetadataCommand } from '../../../src/application/metadata/save-metadata.js';
import { T0 } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';
import { A_WALLET, signText, type TestWallet } from '../../support/signing.js';

/** Deployed by A_WALLET. */
export const A_CONTRACT = `${A_WALLET.address}.charisma-token`;

interface Signed {
  readonly contractId?: string;
  readonly wallet?: TestWallet;
  /** Unix milliseconds. */
  readonly at?: number;
  /** Signed as a third key; none when absent. */
  readonly bodyHash?: string;
}

export const hashOf = (patch: unknown): string =>
  toHex(sha256(new TextEncoder().encode(JSON.stringify(patch))));

/** A save of these fields, signed by the contract's deployer. */
export function aSave(
  patch: unknown,
  { contractId = A_CONTRACT, wallet = A_WALLET, at = T0.getTime(), bodyHash }: Signed = {},
  overrides: Partial<SaveMetadataCommand<never>> = {},
): SaveMetadataCommand<never> {
  const message = JSON.stringify({ message: contractId, timestamp: at, ...(bodyHash && { bodyHash }) });
  return {
    contractId,
    signature: signText(message, wallet),
    publicKey: wallet.publicKey,
    timestamp: String(at),
    bodyHash: hashOf(patch),
    patch: () => ok(patch),
    ...overrides,
  };
}
