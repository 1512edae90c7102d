import { ClarityType, cvToString, type ClarityValue } from '@stacks/transactions';
import type * as Sdk from '@stacks/clarinet-sdk';
import type { Dress } from './accounts.js';
import type { Upstream } from './upstream.js';
import { loadOnWasmHost } from './wasm-host.js';

/** The SDK with the only VM that a process can have. */
export type LoadedSdk = Awaited<ReturnType<typeof loadSdk>>;

/** Loads the SDK, for the first and only time in this process. */
export const loadSdk = () => loadOnWasmHost(async () => (await importSdk()).getSDK());

/**
 * Settings for remote state, which the SDK requires for mainnet's dress. Without remote state it also deploys the boot contracts of
 * two networks, which takes 60 MB and most of a second.
 */
export const remoteSettings = (network: Dress, { api, height }: Upstream): object => ({
  enabled: true,
  api_url: api,
  initial_height: height,
  use_mainnet_wallets: network === 'mainnet',
});

/** Settings that the SDK refuses. */
export const NO_SETTINGS = 'none';

/** Arguments for the SDK. It bundles its own @stacks/transactions, whose values are equal but whose enums are distinct types. */
export const sdkArgs = (args: readonly ClarityValue[]) =>
  args as unknown as Parameters<Sdk.Simnet['callPublicFn']>[2];

/** A value as Clarity source. */
export function literalOf(value: ClarityValue): string {
  switch (value.type) {
    case ClarityType.PrincipalStandard:
    case ClarityType.PrincipalContract:
      return `'${value.value}`;
    case ClarityType.OptionalSome:
      return `(some ${literalOf(value.value)})`;
    default:
      return cvToString(value);
  }
}

/** Imports the SDK, which is an optional dependency of the package. */
const importSdk = (): Promise<typeof Sdk> =>
  import('@stacks/clarinet-sdk').catch((cause: unknown) => {
    const message =
      'the devnet needs the package @stacks/clarinet-sdk, which is not installed or does not load: npm install @stacks/clarinet-sdk';
    throw new Error(message, { cause });
  });
