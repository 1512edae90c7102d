import { computed, signal } from '@preact/signals';
import { createClient, type AreaName, type Client } from '../../../sdk/client/index.js';
import { uncached } from './uncached.js';
import { wallet } from './wallet.js';

/** Configuration that the server gives the page. */
interface PageConfig {
  readonly version: string;
  /** Address of the areas, relative to the page. */
  readonly service: string;
  /** Host names of areas that are served from their own hosts, by area. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly stacksApiUrl?: string;
  readonly defaults: OrderDefaults;
}

/** Server's defaults for terms that an order omits. */
interface OrderDefaults {
  /** Greatest slippage, a fraction. */
  readonly slippage: number;
  /** Blocks for which a price must hold. */
  readonly confirmBlocks: number;
}

/** The server behind the page: its version, addresses and defaults. */
export interface Service {
  readonly version: string;
  readonly baseUrl: string;
  readonly areaUrls: Readonly<Partial<Record<AreaName, string>>>;
  /** Stacks node of a devnet, which gets the transactions of demo wallets; undefined elsewhere. */
  readonly stacksApiUrl: string | undefined;
  readonly defaults: OrderDefaults;
}

/** The areas that the client calls. Other areas of the server are ignored. */
const CALLED: Readonly<Record<AreaName, true>> = {
  swap: true,
  prices: true,
  metadata: true,
  vaults: true,
  operator: true,
};

const ORDERS_PATH = '/api/v1/orders';

const found = signal<Service | undefined>(undefined);

/** The server; undefined until the page has found it. */
export const service = computed(() => found.value);

/** Finds out where the server's areas are. Rejects while the server cannot be reached. */
export async function findService(): Promise<void> {
  const here = new URL('.', location.href);
  const response = await fetch(new URL('page/config.json', here), { cache: 'no-cache' });
  if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
  const { version, service: path, hosts, stacksApiUrl, defaults } = (await response.json()) as PageConfig;
  const port = location.port === '' ? '' : `:${location.port}`;
  const areaUrls = Object.fromEntries(
    Object.entries(hosts)
      .filter(([area]) => area in CALLED)
      .map(([area, host]) => [area, `${location.protocol}//${host}${port}`]),
  );
  found.value = { version, areaUrls, stacksApiUrl, defaults, baseUrl: new URL(path, here).href };
}

/** The server. Only for views, which are rendered once it is found. */
export function useService(): Service {
  if (found.value === undefined) throw new Error('a view is shown before the server is found');
  return found.value;
}

/** Orders as they are now, since a visitor decides by them: browsers may show them as they were half a minute ago. */
const fetchFresh: typeof fetch = (input, init) => {
  const address = input instanceof Request ? input.url : input.toString();
  return (address.includes(ORDERS_PATH) ? uncached : fetch)(input, init);
};

/** Client of the whole service. It signs with the visitor's wallet once there is one; undefined before {@link findService}. */
export const client = computed((): Client | undefined => {
  if (found.value === undefined) return undefined;
  const { baseUrl, areaUrls, stacksApiUrl } = found.value;
  const signer = wallet.value?.signer;
  return createClient({
    ...{ baseUrl, areaUrls, fetch: fetchFresh },
    ...(stacksApiUrl !== undefined && { stacksApiUrl }),
    ...(signer !== undefined && { wallet: signer }),
  });
});

/** The client. Only for views, which are rendered once there is one. */
export function useClient(): Client {
  if (client.value === undefined) throw new Error('a view is shown before the server is found');
  return client.value;
}
