import { isObject } from '../../domain/shared/fields.js';
import { asignaProvider } from './asigna.js';
import type { WalletRequest } from './wallet-signer.js';

/** A wallet in the visitor's browser. */
export interface BrowserWallet {
  /** Path of its provider below the page's global object, such as `LeatherProvider`. */
  readonly id: string;
  /** Name that the visitor knows it by. */
  readonly name: string;
  /** Picture of it as a data URL. Absent if the wallet registers none. */
  readonly icon?: string;
  /** Hands a request to the wallet, in the words that this one takes. For {@link walletSigner}. */
  readonly request: WalletRequest;
}

/** Wallets of Stacks, in the order in which they are offered. `url` is where a visitor installs one that is a browser extension. */
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

/** Wallets that give a page its addresses by a method of their own, together with the permission to ask for signatures. */
const CONNECTING = new Set(['XverseProviders.BitcoinProvider', 'FordefiProviders.UtxoProvider']);

/** Provider (SIP-030). Wallets answer with a JSON-RPC response; on an error some reject with it. */
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
 * Wallets of Stacks that are there: those that register themselves (WBIP-004), the known ones that do not, and else the one behind
 * `StacksProvider`. Asigna is there if the page is shown within it. Read it when the visitor is to choose, as extensions load late.
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
    // Wallets of bitcoin alone are registered here too.
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
  // The standard's own method for addresses has several forms of response; this one, of bitcoin's standard, has one.
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
