import { isObject } from '../../domain/shared/fields.js';
import { asignaProvider } from './asigna.js';
import type { WalletRequest } from './wallet-signer.js';

/** A wallet in the visitor's browser. */
export interface BrowserWallet {
  /** Path of its provider below the page's global object, such as `LeatherProvider`. */
  readonly id: string;
  /** Name that the visitor knows it by. */
  readonly name: string;
  /** Icon as a data URL. Absent if the wallet registers none. */
  readonly icon?: string;
  /** Sends a request to the wallet, in this wallet's own format. For {@link walletSigner}. */
  readonly request: WalletRequest;
}

/** Known wallets for Stacks, in the order in which they are offered. For a browser extension, `url` is where to install it. */
export const KNOWN_WALLETS: readonly {
  readonly id: string;
  readonly name: string;
  readonly url?: string;
}[] = [
  { id: 'LeatherProvider', name: 'Leather', url: 'https://leather.io' },
  { id: 'XverseProviders.BitcoinProvider', name: 'Xverse', url: 'https://xverse.app' },
  { id: 'AsignaProvider', name: 'Asigna Multisig' },
  { id: 'FordefiProviders.UtxoProvider', name: 'Fordefi', url: 'https://www.fordefi.com' },
];

/** Wallets that share their addresses through `wallet_connect`, which also grants permission to request signatures. */
const CONNECTING = new Set(['XverseProviders.BitcoinProvider', 'FordefiProviders.UtxoProvider']);

/** Provider (SIP-030). Wallets respond with JSON-RPC; some reject with an error response. */
interface Provider {
  request(method: string, params: unknown): Promise<unknown>;
}

/** Entry under which a wallet registers itself (WBIP-004). */
interface Registered {
  readonly id: string;
  readonly name: string;
  readonly icon?: unknown;
  readonly methods?: unknown;
}

/**
 * Available Stacks wallets: those that register themselves (WBIP-004), known ones that do not, or else the one behind
 * `StacksProvider`. Asigna is available if it shows the page. Call it when the visitor chooses a wallet: extensions load late.
 *
 * @example
 * const [wallet] = browserWallets();
 * const signer = wallet && (await walletSigner(wallet.request, { network: 'mainnet' }));
 */
export function browserWallets(page: object = globalThis): readonly BrowserWallet[] {
  const named = [...registered(page), ...KNOWN_WALLETS];
  const found = named.flatMap((each, index) => {
    const isFirst = named.findIndex(({ id }) => id === each.id) === index;
    return isFirst ? walletOf(page, each) : [];
  });
  return found.length > 0 ? found : walletOf(page, { id: 'StacksProvider', name: 'Stacks wallet' });
}

function registered(page: object): readonly Registered[] {
  const list = (name: string) => {
    const entries: unknown = Reflect.get(page, name);
    return Array.isArray(entries) ? entries.filter(isRegistered) : [];
  };
  return [
    ...[...list('wbip_providers'), ...list('webbtc_stx_providers')].filter(
      ({ methods }) => methods === undefined || signsForStacks(methods),
    ),
    // This list also contains bitcoin-only wallets.
    ...list('btc_providers').filter(({ methods }) => signsForStacks(methods)),
  ];
}

const isRegistered = (entry: unknown): entry is Registered =>
  isObject(entry) && typeof entry['id'] === 'string' && typeof entry['name'] === 'string';

const signsForStacks = (methods: unknown): boolean =>
  Array.isArray(methods) && methods.includes('stx_signStructuredMessage');

function walletOf(page: object, { id, name, icon }: Omit<Registered, 'methods'>): readonly BrowserWallet[] {
  const provider = providerOf(page, id);
  if (provider === undefined) return [];
  // Wallets respond in different formats to SIP-030's `stx_getAddresses`, and in one format to the bitcoin method `getAddresses`.
  const addresses = CONNECTING.has(id) ? 'wallet_connect' : 'getAddresses';
  const request: WalletRequest = (method, params) =>
    method === 'stx_getAddresses'
      ? provider.request(addresses, CONNECTING.has(id) ? { addresses: ['stacks'] } : params)
      : provider.request(method, params);
  const isPicture = typeof icon === 'string' && icon.startsWith('data:image/');
  return [{ id, name, ...(isPicture && { icon }), request }];
}

function providerOf(page: object, id: string): Provider | undefined {
  const found = id
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), page);
  if (isProvider(found)) return found;
  return id === 'AsignaProvider' ? asignaProvider(page) : undefined;
}

const isProvider = (value: unknown): value is Provider =>
  isObject(value) && typeof value['request'] === 'function';
