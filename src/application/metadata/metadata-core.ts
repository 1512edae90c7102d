import { lintMetadata, type MetadataFinding } from '../../domain/metadata-record/lint.js';
import type { MetadataEntry } from '../../domain/metadata-record/metadata-record.js';
import type { LogoSize } from '../../domain/metadata-record/token-logo.js';
import type { Registry } from '../../domain/market/registry.js';
import { anyText, checkArgument, count, type Checks } from '../../domain/shared/option-checks.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { TokenSafety } from '../../domain/token-safety/token-safety.js';
import type { MetadataPageQuery, Ports, RegistrySource, StoredPicture } from '../../ports/index.js';
import { makeFollowMetadata } from './follow-metadata.js';
import { makeSaveMetadata, type SavePorts, type SaveSettings } from './save-metadata.js';
import { makeRefreshTokenSafety } from './refresh-token-safety.js';
import { makeRefreshTokenLogos } from './refresh-token-logos.js';
import { makeRefreshTokenUris } from './refresh-token-uris.js';
import { makeReadTokenFacts } from './token-facts-cache.js';

/** Error of a contract id under which no record is stored. */
export interface MetadataNotFound {
  readonly kind: 'metadata-not-found';
  /** As the caller wrote it: any text. */
  readonly contractId: string;
}

/** Error of a contract id that is no token of the registry, or whose contract was not read yet. */
export interface TokenNotExamined {
  readonly kind: 'token-not-examined';
  /** As the caller wrote it: any text. */
  readonly contractId: string;
}

/** Error of a contract id for which no picture is stored. */
export interface LogoNotFound {
  readonly kind: 'logo-not-found';
  /** As the caller wrote it: any text. */
  readonly contractId: string;
}

/** Selects a page of records, ordered by contract id. Accepts any text. */
export interface MetadataPage extends Omit<MetadataPageQuery, 'limit'> {
  /** 1 or more; unlimited when absent. */
  readonly limit?: number | undefined;
}

const PAGE = 50;
/** Text that may be part of a contract id. Other text is never sent to the database, which cannot accept all of it. */
const ID_TEXT = /^[A-Za-z0-9._-]{1,170}$/;

const PAGE_CHECKS: Checks<keyof Required<MetadataPage>> = {
  principal: anyText,
  after: anyText,
  limit: count(1),
};

interface MetadataPorts
  extends
    SavePorts,
    Pick<Ports, 'tokenUris' | 'tokenUriReader' | 'tokenSafetyReader' | 'tokenLogos' | 'tokenLogoReader'> {
  readonly registry: RegistrySource;
}

export const makeMetadata = (ports: MetadataPorts, settings: SaveSettings) => {
  const { metadata, registry, tokenLogos } = ports;
  const facts = makeReadTokenFacts(ports);

  const find = async (contractId: string): Promise<Result<MetadataEntry, MetadataNotFound>> => {
    const record = ID_TEXT.test(contractId) ? await metadata.find(contractId) : undefined;
    return record === undefined
      ? err({ kind: 'metadata-not-found', contractId })
      : ok({ contractId, record });
  };

  async function* stream({
    principal,
    after,
  }: Omit<MetadataPage, 'limit'> = {}): AsyncIterable<MetadataEntry> {
    if (!isIdText(principal)) return;
    for (let last = after; ;) {
      const page = await metadata.page({ principal, after: last, limit: PAGE });
      yield* page;
      if (page.length < PAGE) return;
      last = page.at(-1)!.contractId;
    }
  }

  let version = 0;
  let seen: Registry | undefined;
  const registryVersion = (): number => {
    const current = registry.current();
    if (current !== seen) version++;
    seen = current;
    return version;
  };

  return {
    /** Finds one record. Accepts any text. */
    find,
    /**
     * Lists records ordered by contract id, byte by byte.
     *
     * @throws RangeError that names every unknown or out-of-range option.
     */
    list: async (page: MetadataPage = {}): Promise<readonly MetadataEntry[]> => {
      checkArgument('the options of the list', page, PAGE_CHECKS);
      const { principal, after, limit } = page;
      if (![principal, after].every(isIdText)) return [];
      if (limit !== undefined) return metadata.page({ principal, after, limit });
      const all: MetadataEntry[] = [];
      for await (const entry of stream(page)) all.push(entry);
      return all;
    },
    /**
     * Yields the same records as `list`, but reads them a page at a time. A record saved meanwhile appears once, in its old or
     * new form.
     */
    all: stream,
    follow: makeFollowMetadata(ports),
    /** An opaque text that changes with each save by any process, and with the registry, on which findings depend. */
    state: async () => `${await metadata.state()} ${registryVersion()}`,
    /** Lists what is wrong with a stored record, including differences from the registry. */
    lint: async (contractId: string): Promise<Result<readonly MetadataFinding[], MetadataNotFound>> => {
      const found = await find(contractId);
      if (!found.ok) return found;
      const listed = registry.current().tokens.find((token) => token.contractId === contractId);
      return ok(lintMetadata(found.value.record, listed));
    },
    save: makeSaveMetadata(ports, settings),
    facts,
    /** Reads the `token_uri` document of one listed token, if any is due. Call it regularly. */
    refreshUris: makeRefreshTokenUris(ports),
    /** The safety facts of one listed token. Accepts any text. */
    safety: async (contractId: string): Promise<Result<TokenSafety, TokenNotExamined>> => {
      const isListed = registry.current().tokens.some((token) => token.contractId === contractId);
      const known = isListed ? await ports.tokenUris.all() : [];
      const safety = known.find((each) => each.contractId === contractId)?.safety;
      return safety === undefined ? err({ kind: 'token-not-examined', contractId }) : ok(safety);
    },
    /** Reads the safety facts of one listed token, if any lacks them. Call it regularly. */
    refreshSafety: makeRefreshTokenSafety(ports),
    /** The picture of a token's logo. Accepts any text as contract id. */
    logo: async (contractId: string, size: LogoSize): Promise<Result<StoredPicture, LogoNotFound>> => {
      const found = ID_TEXT.test(contractId) ? await tokenLogos.picture(contractId, size) : undefined;
      return found === undefined ? err({ kind: 'logo-not-found', contractId }) : ok(found);
    },
    /** Reads the image of one listed token, if any is due. Call it regularly. */
    refreshLogos: makeRefreshTokenLogos(ports, facts),
  } as const;
};

/** Token metadata: the SIP-016 records that deployers publish for their contracts. */
export type MetadataCore = ReturnType<typeof makeMetadata>;

const isIdText = (text: string | undefined): boolean => !text || ID_TEXT.test(text);
