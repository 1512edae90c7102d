import { parseAddress, type Address, type Sha256 } from './address.js';
import type { Brand } from './brand.js';
import type { Network } from './network.js';
import { err, ok, type Invalid, type Result } from './result.js';

/** `<address>.<contract-name>`, or `.stx` for the native coin. */
export type ContractId = Brand<string, 'ContractId'>;

/** The native coin, which is not a contract. */
export const STX = '.stx' as ContractId;

const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,127}$/;

/**
 * Reads `<address>.<contract-name>` of the network, or `.stx`.
 *
 * @example
 * const token = unwrap(parseContractId('.stx', 'mainnet', systemPorts().hasher.sha256));
 */
export function parseContractId(
  raw: unknown,
  network: Network,
  sha256: Sha256,
): Result<ContractId, Invalid<'invalid-contract-id'>> {
  const invalid = (reason: string) => err({ kind: 'invalid-contract-id' as const, reason });
  if (typeof raw !== 'string') return invalid('must be a string');
  if (raw === STX) return ok(STX);
  const dot = raw.indexOf('.');
  if (dot === -1) return invalid('must be a contract id (<address>.<contract-name>)');
  const address = parseAddress(raw.slice(0, dot), network, sha256);
  if (!address.ok) return invalid(`must be a contract id: its address ${address.error.reason}`);
  if (!NAME.test(raw.slice(dot + 1))) {
    return invalid(
      'must be a contract id: its name starts with a letter and holds letters, digits, - and _, 128 at most',
    );
  }
  return ok(raw as ContractId);
}

/** Like {@link parseContractId}, for an id of mainnet or of testnet. An id of neither gives the error for testnet. */
export function parseContractIdOfAnyNetwork(
  raw: unknown,
  sha256: Sha256,
): Result<ContractId, Invalid<'invalid-contract-id'>> {
  const onMainnet = parseContractId(raw, 'mainnet', sha256);
  return onMainnet.ok ? onMainnet : parseContractId(raw, 'testnet', sha256);
}

/** Splits a contract id at its dot. Throws for `.stx`, which is not a contract. */
export function contractParts(id: ContractId): { readonly address: Address; readonly name: string } {
  const dot = id.indexOf('.');
  if (dot <= 0) throw new Error(`${id} is not a contract`);
  return { address: id.slice(0, dot) as Address, name: id.slice(dot + 1) };
}
