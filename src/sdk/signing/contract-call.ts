import { sha512_256 } from '@noble/hashes/sha512';
import type { Address } from '../../domain/shared/address.js';
import { fromHex, toHex } from '../../domain/shared/hex.js';
import { NETWORK_FACTS, type Network } from '../../domain/shared/network.js';
import { U64_MAX } from '../../domain/shared/units.js';
import { addressBytes, contractBytes, serializeClarity, shortText, uint32, type Clarity } from './clarity.js';
import { SigningError } from './errors.js';
import { concat, hash160 } from './hashing.js';
import { publicKeyOf, signDigest } from './key.js';

/** Exact transfer by a contract call: if anything else moves, the chain undoes the transaction. */
export interface CallTransfer {
  /** Address or contract id of the payer. */
  readonly sender: string;
  /** `stx`, or a fungible token as `<contract id>::<asset name>`. */
  readonly asset: string;
  /** Smallest units, 1 to 2^64 - 1. */
  readonly amount: bigint;
}

/** A call of a contract's public function by a wallet. */
export interface ContractCall {
  /** Contract id. */
  readonly contract: string;
  readonly functionName: string;
  readonly args: readonly Clarity[];
  /** Post-conditions of the call, in deny mode. */
  readonly transfers: readonly CallTransfer[];
}

/** Nonce and fee with which the account sends a transaction. */
export interface CallAccount {
  /** Number of the account's earlier transactions. */
  readonly nonce: bigint;
  /** Fee in microSTX. */
  readonly feeUstx: bigint;
}

/** A transaction that a node accepts. */
export interface SignedCall {
  /** Id of the transaction, 64 hex characters. */
  readonly txid: string;
  /** The transaction, hex. */
  readonly raw: string;
  /** The part for which a node estimates a fee, hex. */
  readonly payload: string;
}

const PAYLOAD_CONTRACT_CALL = 0x02;
const SIGNATURE_BYTES = 65;
const EMPTY_SIGNATURE = new Uint8Array(SIGNATURE_BYTES);
const AUTH_STANDARD = 0x04;
const HASH_P2PKH = 0x00;
const KEY_COMPRESSED = 0x00;
const ANCHOR_ANY = 0x03;
const MODE_DENY = 0x02;
const SENDS_EXACTLY = 0x01;
const CONDITION = { stx: 0x00, fungible: 0x01 } as const;
const PRINCIPAL = { standard: 0x02, contract: 0x03 } as const;

/** The transaction of a call, signed by the key (SIP-005). Throws a {@link SigningError} with code `invalid-clarity`. */
export function signContractCall(
  call: ContractCall,
  privateKey: Uint8Array,
  { network, nonce, feeUstx }: CallAccount & { readonly network: Network },
): SignedCall {
  const signer = hash160(publicKeyOf(privateKey));
  const { chainId } = NETWORK_FACTS[network];
  const version = network === 'mainnet' ? 0x00 : 0x80;
  const payload = callPayload(call);
  const conditions = call.transfers.map(postConditionBytes);
  const transaction = (account: CallAccount, signature: Uint8Array) =>
    concat(
      concat(Uint8Array.of(version), uint32(chainId), Uint8Array.of(AUTH_STANDARD, HASH_P2PKH), signer),
      concat(uint64(account.nonce), uint64(account.feeUstx), Uint8Array.of(KEY_COMPRESSED), signature),
      concat(Uint8Array.of(ANCHOR_ANY, MODE_DENY), uint32(conditions.length), ...conditions, payload),
    );
  const unsigned = sha512_256(transaction({ nonce: 0n, feeUstx: 0n }, EMPTY_SIGNATURE));
  const digest = sha512_256(concat(unsigned, Uint8Array.of(AUTH_STANDARD), uint64(feeUstx), uint64(nonce)));
  const rsv = signDigest(digest, privateKey);
  // Transactions put V first.
  const signed = transaction({ nonce, feeUstx }, fromHex(rsv.slice(128) + rsv.slice(0, 128)));
  return { txid: toHex(sha512_256(signed)), raw: toHex(signed), payload: toHex(payload) };
}

/** The parameters for a wallet's contract call (SIP-030): values as hex, which every wallet and library accepts. */
export const callParameters = ({ contract, functionName, args, transfers }: ContractCall) => ({
  contract,
  functionName,
  functionArgs: args.map((value) => toHex(serializeClarity(value))),
  postConditions: transfers.map((transfer) => toHex(postConditionBytes(transfer))),
  postConditionMode: 'deny' as const,
});

const callPayload = ({ contract, functionName, args }: ContractCall): Uint8Array =>
  concat(
    concat(Uint8Array.of(PAYLOAD_CONTRACT_CALL), contractBytes(contract), shortText(functionName)),
    concat(uint32(args.length), ...args.map(serializeClarity)),
  );

function postConditionBytes({ sender, asset, amount }: CallTransfer): Uint8Array {
  if (amount < 1n || amount > U64_MAX)
    throw invalid(`${amount}: a post-condition is about 1 to 2^64 - 1 units`);
  const [contract = '', name] = asset.split('::');
  if (asset !== 'stx' && name === undefined) throw invalid(`${asset} is not an asset`);
  const kind = asset === 'stx' ? CONDITION.stx : CONDITION.fungible;
  const assetBytes = name === undefined ? [] : [contractBytes(contract), shortText(name)];
  return concat(
    ...[Uint8Array.of(kind), principalBytes(sender), ...assetBytes, Uint8Array.of(SENDS_EXACTLY)],
    uint64(amount),
  );
}

const principalBytes = (id: string): Uint8Array =>
  id.includes('.')
    ? concat(Uint8Array.of(PRINCIPAL.contract), contractBytes(id))
    : concat(Uint8Array.of(PRINCIPAL.standard), addressBytes(id as Address));

function uint64(value: bigint): Uint8Array {
  if (value < 0n || value > U64_MAX) throw invalid(`${value} is out of range`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

const invalid = (message: string) => new SigningError(message, 'invalid-clarity');
