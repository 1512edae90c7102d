import type { ClarityTuple } from './clarity.js';
import type { CallAccount, ContractCall, SignedCall } from './contract-call.js';

/** Domain and message of SIP-018 structured data. */
export interface StructuredData {
  /** Program, version and chain for which the message is meant. */
  readonly domain: ClarityTuple;
  /** Content that is signed. */
  readonly message: ClarityTuple;
}

/** Signer for one wallet: a key, or the wallet itself. */
export interface Signer {
  /** The wallet's address on the network that it signs for. */
  readonly address: string;
  /** Compressed public key, 66 hex characters. */
  readonly publicKey: string;
  /** Signs a text as `stx_signMessage` does. Resolves to R, S, V in 130 hex characters. */
  signText(message: string): Promise<string>;
  /** Signs SIP-018 structured data as `stx_signStructuredMessage` does. Resolves to R, S, V in 130 hex characters. */
  signStructured(data: StructuredData): Promise<string>;
  /** Signs a contract call, which is then sent to a node: for signers that have the key. */
  signCall?(call: ContractCall, account: CallAccount): Promise<SignedCall>;
  /** Shows a contract call to the wallet's owner and sends it: for wallets. Resolves to the transaction's id, 64 hex characters. */
  sendCall?(call: ContractCall): Promise<string>;
}
