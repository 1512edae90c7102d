import { SystemClock } from '../../../adapters/system/index.js';
import { recentFlight } from '../../../application/shared/single-flight.js';
import type { Client } from '../../../sdk/client/index.js';
import { readRegistry } from '../../server/chain-access.js';
import { commandVariable } from '../../server/environment.js';
import type { Signer } from '../../../sdk/signing/index.js';
import type { SigningFacts } from '../../../sdk/trading/index.js';
import { isRefusal, openClient, readDevnet, type Devnet, type ServerOption } from './service.js';
import { namesWallet, requireWallet, walletOf, type WalletOptions } from './wallet.js';

/** Options of commands that act for a wallet. */
export interface TradingOptions extends ServerOption, WalletOptions {
  /** Network of the server if it is not on a devnet; `mainnet` by default. */
  readonly network?: 'mainnet' | 'testnet';
  /** A registry file that replaces the network's built-in one. */
  readonly registry?: string;
}

/**
 * The tokens and routers of the server's network. On a devnet, they come from the server; on other networks, they come from this
 * machine, because a key that holds real value must not sign what a server makes up.
 */
export async function signingFacts(
  options: TradingOptions,
): Promise<SigningFacts & Pick<Devnet, 'accounts'>> {
  const devnet = options.network === undefined ? await devnetOf(options.url) : undefined;
  if (devnet !== undefined) return devnet;
  const { network = 'mainnet', registry } = options;
  return { ...(await readRegistry(network, registry)), accounts: [] };
}

/** Maximum age of tokens and routers that a running command keeps, ms. */
const FACTS_MAX_AGE_MS = 60_000;

/** Like {@link signingFacts}, read again after a minute. */
export const keptFacts = (options: TradingOptions) =>
  recentFlight(() => signingFacts(options), { clock: new SystemClock(), maxAgeMs: FACTS_MAX_AGE_MS });

/** The devnet that the server is on; undefined if it is on another network. */
async function devnetOf(url: string): Promise<Devnet | undefined> {
  try {
    const devnet = await readDevnet(url);
    if (devnet.network !== 'devnet')
      throw new Error(`${url} describes a devnet on ${String(devnet.network)}: nothing is signed for it`);
    return devnet;
  } catch (error) {
    if (isRefusal(error) && error.status === 404) return undefined;
    throw error;
  }
}

/** A client with the caller's proofs: the API key of the environment, and the wallet. */
export interface Trading {
  readonly client: Client;
  readonly wallet: Signer | undefined;
}

/** Opens the client for operations that an API key or a wallet may call. A wallet named by an option takes precedence over a key. */
export async function openTrading(options: TradingOptions): Promise<Trading> {
  if (!namesWallet(options)) return { client: openClient(options, apiKey()), wallet: undefined };
  const { network, accounts } = await signingFacts(options);
  const wallet = await walletOf({ ...options, network, accounts });
  return { client: openClient(options, { ...apiKey(), ...(wallet && { wallet }), network }), wallet };
}

/** Opens the client for operations that only a wallet may call. */
export async function openWallet(options: TradingOptions): Promise<Trading & { readonly wallet: Signer }> {
  const { network, accounts } = await signingFacts(options);
  const wallet = await requireWallet({ ...options, network, accounts });
  return { client: openClient(options, { wallet, network }), wallet };
}

/** Proof for an owner's operations: a wallet that an option names takes precedence over the environment's API key. */
export const actingAs = ({ wallet, keyFile }: WalletOptions): { readonly by?: 'wallet' } =>
  wallet === undefined && keyFile === undefined ? {} : { by: 'wallet' };

function apiKey(): { readonly apiKey?: string } {
  const key = commandVariable('SLUICE_API_KEY');
  return key === undefined ? {} : { apiKey: key };
}
