import { retryAfterMs } from './retry.js';
import { imageAddress } from './token-uri.js';
import type { TokenFactsById } from './token-facts.js';
import type { Token } from '../market/registry.js';
import type { ContractId } from '../shared/contract-id.js';

/** Sides of the square pictures that are stored of each logo, in pixels. */
export const LOGO_SIZES = [64, 128] as const;

/** Side of a stored picture, in pixels. */
export type LogoSize = (typeof LOGO_SIZES)[number];

/** Pictures of one logo: a PNG for each size. */
export type LogoPictures = Readonly<Record<LogoSize, Uint8Array>>;

/** Result of reading the image that describes a token. */
export interface TokenLogo {
  readonly contractId: string;
  /** Address of the image; undefined if the token has none that can be read. */
  readonly address: string | undefined;
  /** Text that is different for each picture, of hex digits; undefined if no picture is stored. */
  readonly tag: string | undefined;
  /** Number of failed reads of this address since the last successful one. */
  readonly failures: number;
  /** Time of the next read. */
  readonly dueAt: Date;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Addresses of the images of tokens, by contract id. A subnet copy without an image has that of its base. */
export function logoAddresses(
  tokens: readonly Token[],
  facts: TokenFactsById,
  gateway: string,
): ReadonlyMap<ContractId, string | undefined> {
  const images = new Map(
    tokens.map(({ contractId, image }) => [contractId, facts.get(contractId)?.image ?? image]),
  );
  return new Map(
    tokens.map(({ contractId, base }) => {
      const image = images.get(contractId) ?? (base && images.get(base));
      return [contractId, image === undefined ? undefined : imageAddress(image, gateway)];
    }),
  );
}

/** The token whose image has been due longest. An image at another address than before is due at once. */
export function dueLogo(
  addresses: ReadonlyMap<ContractId, string | undefined>,
  known: ReadonlyMap<string, TokenLogo>,
  now: Date,
): { readonly contractId: ContractId; readonly address: string | undefined } | undefined {
  const dueMs = (contractId: ContractId, address: string | undefined): number => {
    const before = known.get(contractId);
    if (before?.address !== address) return -Infinity;
    return address === undefined ? Infinity : before!.dueAt.getTime();
  };
  return [...addresses]
    .map(([contractId, address]) => ({ contractId, address, dueMs: dueMs(contractId, address) }))
    .filter((each) => each.dueMs <= now.getTime())
    .sort((a, b) => a.dueMs - b.dueMs)[0];
}

/** Returns the logo to store after reading the address; `tag` is undefined if it gave no picture. */
export function afterDrawing(
  before: TokenLogo | undefined,
  { contractId, address, tag }: { contractId: string; address: string | undefined; tag: string | undefined },
  now: Date,
): TokenLogo {
  const again = (ms: number) => new Date(now.getTime() + ms);
  if (address === undefined || tag !== undefined)
    return { contractId, address, tag, failures: 0, dueAt: again(WEEK_MS) };
  // The picture of an earlier read of this address is kept, so a host that is down does not remove it.
  const isSame = before?.address === address;
  const failures = (isSame ? before.failures : 0) + 1;
  const kept = isSame ? before.tag : undefined;
  return { contractId, address, tag: kept, failures, dueAt: again(retryAfterMs(failures)) };
}
