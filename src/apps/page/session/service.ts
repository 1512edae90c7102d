import { computed, signal } from '@preact/signals';
import { createClient, type AreaName, type Client } from '../../../sdk/client/index.js';
import { wallet } from './wallet.js';

/** Configuration that the server gives the page. */
interface PageConfig {
  readonly version: string;
  /** Address of the areas, relative to the page. */
  readonly service: string;
  /** Areas on hosts of their own. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly defaults: OrderDefaults;
}

/** Server's settings for orders that leave them out. */
interface OrderDefaults {
  /** Fraction. */
  readonly slippage: number;
  /** Blocks for which a price must hold. */
  readonly confirmBlocks: number;
}

/** The address of a server behind the page. */
export interface Service {
  readonly version: string;
  readonly baseUrl: string;
  readonly areaUrls: Readonly<Partial<Record<AreaName, string>>>;
  readonly defaults: OrderDefaults;
}

/** The areas that the client calls. A server may have others on hosts of their own. */
const CALLED: Readonly<Record<AreaName, true>> = {
  swap: true,
  prices: true,
  metadata: true,
  vaults: true,
  operator: true,
};

const found = signal<Service | undefined>(undefined);

/** The server; undefined until the page has found it. */
export const service = computed(() => found.value);

/** Reads where the server's areas are. Rejects while the server cannot be reached. */
export async function findService(): Promise<void> {
  const here = new URL('.', location.href);
  const response = await fetch(new URL('page/config.json', here), { cache: 'no-cache' });
  if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
  const { version, service: path, hosts, defaults } = (await response.json()) as PageConfig;
  const port = location.port === '' ? '' : `:${location.port}`;
  const areaUrls = Object.fromEntries(
    Object.entries(hosts)
      .filter(([area]) => area in CALLED)
      .map(([area, host]) => [area, `${location.protocol}//${host}${port}`]),
  );
  found.value = { version, areaUrls, defaults, baseUrl: new URL(path, here).href };
}

/** The server, for views, which are rendered once it is found. */
export function useService(): Service {
  if (found.value === undefined) throw new Error('a view is shown before the server is found');
  return found.value;
}

/** The client of the whole service, which signs with the visitor's wallet once there is one; undefined before {@link findService}. */
export const client = computed((): Client | undefined => {
  if (found.value === undefined) return undefined;
  const { baseUrl, areaUrls } = found.value;
  const signer = wallet.value?.signer;
  return createClient({ baseUrl, areaUrls, ...(signer !== undefined && { wallet: signer }) });
});

/** The client, for views, which are rendered once there is one. */
export function useClient(): Client {
  if (client.value === undefined) throw new Error('a view is shown before the server is found');
  return client.value;
}
