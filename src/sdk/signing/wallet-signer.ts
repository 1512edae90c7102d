import { isObject } from '../../domain/shared/fields.js';
import { fromHex, toHex } from '../../domain/shared/hex.js';
import type { Network } from '../../domain/shared/network.js';
import { serializeClarity } from './clarity.js';
import { callParameters } from './contract-call.js';
import { structuredDigest, textDigest } from './digest.js';
import { SigningError } from './errors.js';
import { addressOf, normalSignature } from './key.js';
import type { Signer } from './signer.js';

/**
 * Function through which a page asks a wallet (SIP-030): `request` of one of the {@link browserWallets}, of `@stacks/connect` or
 * of sats-connect.
 */
export type WalletRequest = Asking['request'];

/**
 * Declared as a method, so that functions with differently typed parameters fit: each library types its requests in its own way.
 * What is sent is tested here.
 */
interface Asking {
  request(
    method: 'stx_getAddresses' | 'stx_signMessage' | 'stx_signStructuredMessage' | 'stx_callContract',
    params: unknown,
  ): Promise<unknown>;
}

/** Account of the wallet to sign with. */
export interface WalletAccount {
  readonly network: Network;
  /** The wallet's public key, hex, as `connect` returned it. Without it, the wallet is asked, and may open a window. */
  readonly publicKey?: string;
}

/**
 * A signer that hands each payload to the visitor's wallet; the key never leaves it. Every signature is checked as on the server,
 * and the forms that wallets use (V first, 27 and 28, a high S, a leading 0x) are converted to the one that the server accepts.
 *
 * @throws SigningError with code `wallet-refused` when the wallet or its owner declines, `wrong-network` when it has no account
 * on the network, and when it signs, `other-signer` when another account or another text was signed.
 * @example
 * const [wallet] = browserWallets();
 * const signer = wallet && (await walletSigner(wallet.request, { network: 'mainnet' }));
 */
export async function walletSigner(
  request: WalletRequest,
  { network, publicKey }: WalletAccount,
): Promise<Signer> {
  const account =
    publicKey === undefined ? await askAccount(request, network) : accountOf(publicKey, network);

  const sign = async (method: Parameters<WalletRequest>[0], params: object, digest: Uint8Array) => {
    const { signature } = await ask(request, method, { ...params, network });
    if (typeof signature !== 'string')
      throw new SigningError('the wallet returned no signature', 'wallet-refused');
    const normal = normalSignature(signature, digest, account.publicKey);
    if (normal !== undefined) return normal;
    throw new SigningError(
      `the wallet's signature is not one of ${account.address} over what it was asked to sign: is another account or network selected?`,
      'other-signer',
    );
  };

  return {
    ...account,
    signText: (message) => sign('stx_signMessage', { message }, textDigest(message)),
    signStructured: (data) =>
      sign(
        'stx_signStructuredMessage',
        // As hex: the only form that every wallet and library accepts.
        { domain: toHex(serializeClarity(data.domain)), message: toHex(serializeClarity(data.message)) },
        structuredDigest(data),
      ),
    sendCall: async (call) => {
      const asked = { ...callParameters(call), address: account.address, network };
      const { txid, txId = txid } = await ask(request, 'stx_callContract', asked);
      const [, id] = TXID.exec(typeof txId === 'string' ? txId : '') ?? [];
      if (id !== undefined) return id.toLowerCase();
      throw new SigningError(
        'the wallet returned no transaction id: look in the wallet whether it was sent',
        'wallet-refused',
      );
    },
  };
}

type Account = Pick<Signer, 'address' | 'publicKey'>;

const TXID = /^(?:0x)?([0-9a-f]{64})$/i;
const PUBLIC_KEY = /^0[23][0-9a-f]{64}$/;

function accountOf(publicKey: string, network: Network): Account {
  const key = publicKey.toLowerCase();
  if (!PUBLIC_KEY.test(key))
    throw new SigningError('a public key is 66 hex characters that begin with 02 or 03', 'invalid-key');
  return { address: addressOf(fromHex(key), network), publicKey: key };
}

/** The wallet's account on the network. Wallets also list accounts of other chains and networks. */
async function askAccount(request: WalletRequest, network: Network): Promise<Account> {
  const { addresses } = await ask(request, 'stx_getAddresses', { network });
  for (const entry of Array.isArray(addresses) ? (addresses as unknown[]) : []) {
    if (!isObject(entry) || typeof entry['publicKey'] !== 'string') continue;
    if (!PUBLIC_KEY.test(entry['publicKey'].toLowerCase())) continue;
    const account = accountOf(entry['publicKey'], network);
    if (account.address === entry['address']) return account;
  }
  throw new SigningError(`the wallet has no account on ${network}`, 'wrong-network');
}

/** The result of a call, which libraries return bare and providers in a JSON-RPC response. */
async function ask(...[request, method, params]: [WalletRequest, ...Parameters<WalletRequest>]) {
  const refused = (message: string, cause: unknown) => new SigningError(message, 'wallet-refused', { cause });
  let response: unknown;
  try {
    response = await request(method, params);
  } catch (cause) {
    throw refused(`the wallet did not sign: ${messageOf(cause)}`, cause);
  }
  if (!isObject(response)) throw refused(`the wallet returned nothing for ${method}`, response);
  const { error, result = response } = response;
  if (error !== undefined && error !== null)
    throw refused(`the wallet did not sign: ${messageOf(error)}`, error);
  return isObject(result) ? result : {};
}

/** The wallet's message, taken from an error or from a rejected JSON-RPC response; a rejected text is the message itself. */
function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!isObject(error)) return 'it gave no reason';
  const { message, error: inner } = error;
  return typeof message === 'string' ? message : messageOf(inner);
}
