import type { ReadOptions } from '../transport/call.js';
import { connect, type ClientOptions, type Connection } from '../transport/connection.js';
import type { ResponseOf } from '../transport/route.js';
import * as routes from '../wire/routes.js';

/** Reads the service's vaults. */
export interface VaultsClient {
  /** All vaults with their holdings, and all tokens. */
  list(options?: ReadOptions): Promise<ResponseOf<'listVaults'>['data']>;
  /** Holdings, volume, fees and yield of each vault in 24 hours and in seven days; the one that holds most first. */
  figures(options?: ReadOptions): Promise<ResponseOf<'vaultFigures'>>;
  /** The network, tokens and routers for which orders are signed. */
  registry(options?: ReadOptions): Promise<ResponseOf<'readRegistry'>>;
}

/**
 * A client of vaults alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const { vaults, tokens } = await vaultsClient({ baseUrl: 'https://dex.example.org' }).list();
 */
export const vaultsClient = (options: ClientOptions): VaultsClient => vaultsOf(connect(options));

export const vaultsOf = ({ call }: Connection): VaultsClient => ({
  list: async (options) => (await call(routes.listVaults, { options })).data,
  figures: (options) => call(routes.vaultFigures, { options }),
  registry: (options) => call(routes.readRegistry, { options }),
});
