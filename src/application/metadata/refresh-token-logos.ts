import {
  afterDrawing,
  dueLogo,
  logoAddresses,
  type LogoPictures,
} from '../../domain/metadata-record/token-logo.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { toHex } from '../../domain/shared/hex.js';
import type { Result } from '../../domain/shared/result.js';
import type { Ports, TokenLogoReader } from '../../ports/index.js';
import type { ReadTokenFacts } from './token-facts-cache.js';

type Needs = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'tokenLogos' | 'tokenLogoReader'>;

/** Result of reading the image of one token. */
export interface RefreshedLogo {
  readonly contractId: ContractId;
  /** Reason why there is no picture of the image; undefined if there is one, or the token no longer names an image. */
  readonly problem?: string | undefined;
}

const TAG_BYTES = 8;

/**
 * Reads the image of the listed token that has been due longest, and stores pictures of it. Only one image is read per call, so
 * that no caller of the server causes a request to a stranger's host. The result is undefined if no image is due.
 */
export const makeRefreshTokenLogos =
  ({ clock, hasher, registry, tokenLogos, tokenLogoReader: reader }: Needs, readFacts: ReadTokenFacts) =>
  async (): Promise<RefreshedLogo | undefined> => {
    if (reader === undefined) return undefined;
    const known = new Map((await tokenLogos.all()).map((each) => [each.contractId, each]));
    const addresses = logoAddresses(registry.current().tokens, await readFacts(), reader.ipfsGateway);
    const due = dueLogo(addresses, known, clock.now());
    if (due === undefined) return undefined;
    const { contractId, address } = due;
    const drawn = address === undefined ? undefined : await picturesOf(reader, address);
    const pictures = drawn?.ok === true ? drawn.value : undefined;
    const tag = pictures && toHex(hasher.sha256(pictures[128]).slice(0, TAG_BYTES));
    const logo = afterDrawing(known.get(contractId), { contractId, address, tag }, clock.now());
    await tokenLogos.save(logo, pictures);
    return { contractId, problem: drawn?.ok === false ? drawn.error : undefined };
  };

async function picturesOf(reader: TokenLogoReader, address: string): Promise<Result<LogoPictures, string>> {
  const file = await reader.file(address);
  return file.ok ? reader.draw(file.value) : file;
}
