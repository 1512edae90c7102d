import { lintMetadata, type MetadataFinding } from '../../domain/metadata-record/lint.js';
import type { MetadataEntry } from '../../domain/metadata-record/metadata-record.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';

/** No record is stored under the contract id. */
export interface MetadataNotFound {
  readonly kind: 'metadata-not-found';
}

/** Selects records by contract id. */
export interface MetadataScope {
  /** Only records whose contract id starts with this. Accepts any text. */
  readonly principal?: string | undefined;
}

/** Selects a page of records, ordered by contract id. */
export interface MetadataPage extends MetadataScope {
  /** Only records after this contract id. */
  readonly after?: string | undefined;
  /** 1 or more; unlimited when absent. */
  readonly limit?: number | undefined;
}

/** Finds one record. Accepts any text. */
export type FindMetadata = (contractId: string) => Promise<Result<MetadataEntry, MetadataNotFound>>;
export type LintStoredMetadata = (
  contractId: string,
) => Promise<Result<readonly MetadataFinding[], MetadataNotFound>>;
/** Ordered by contract id, byte by byte. */
export type ListMetadata = (page?: MetadataPage) => Promise<readonly MetadataEntry[]>;
/** The same list, read a page at a time. A record saved meanwhile appears once, in its old or its new form. */
export type StreamMetadata = (scope?: MetadataScope) => AsyncIterable<MetadataEntry>;
/** An opaque text that changes with each save by any process. */
export type MetadataState = () => Promise<string>;

type Needs = Pick<Ports, 'metadata'>;

const PAGE = 500;
/** The characters of contract ids. Other text never reaches the database, which cannot even accept some of it. */
const ID_TEXT = /^[A-Za-z0-9._-]{1,170}$/;

export const makeFindMetadata = ({ metadata }: Needs): FindMetadata => {
  return async (contractId) => {
    const record = ID_TEXT.test(contractId) ? await metadata.find(contractId) : undefined;
    return record === undefined ? err({ kind: 'metadata-not-found' }) : ok({ contractId, record });
  };
};

export const makeLintStoredMetadata = (ports: Needs): LintStoredMetadata => {
  const find = makeFindMetadata(ports);
  return async (contractId) => {
    const found = await find(contractId);
    return found.ok ? ok(lintMetadata(found.value.record)) : found;
  };
};

export const makeListMetadata = (ports: Needs): ListMetadata => {
  const stream = makeStreamMetadata(ports);
  return async (page = {}) => {
    if (![page.principal, page.after].every(isIdText)) return [];
    if (page.limit !== undefined) return ports.metadata.page({ ...page, limit: page.limit });
    const all: MetadataEntry[] = [];
    for await (const entry of stream(page)) all.push(entry);
    return all;
  };
};

export const makeStreamMetadata = ({ metadata }: Needs) =>
  async function* (scope: MetadataScope & { readonly after?: string | undefined } = {}) {
    if (!isIdText(scope.principal)) return;
    let after = scope.after;
    for (;;) {
      const page = await metadata.page({ principal: scope.principal, after, limit: PAGE });
      yield* page;
      if (page.length < PAGE) return;
      after = page.at(-1)!.contractId;
    }
  };

const isIdText = (text: string | undefined): boolean => !text || ID_TEXT.test(text);
