import type { ReadOptions } from '../transport/call.js';
import { ClientError } from '../transport/client-error.js';
import { connect, type ClientOptions, type Connection } from '../transport/connection.js';
import { signText } from './credentials.js';
import { itemsOf, type Page } from '../transport/pages.js';
import type { QueryOf } from '../transport/route.js';
import { hexOf } from '../transport/system.js';
import type {
  ListedMetadata,
  MetadataFields,
  MetadataFinding,
  MetadataRecord,
  TokenSafety,
} from '../wire/metadata.js';
import * as routes from '../wire/routes.js';

/** Reads and saves the service's token metadata. */
export interface MetadataClient {
  /** One page of records, of up to 1,000. */
  list(query?: QueryOf<'listMetadata'>, options?: ReadOptions): Promise<Page<ListedMetadata>>;
  /** All records, or those of one deployer, page by page. */
  all(query?: { readonly principal?: string }, options?: ReadOptions): AsyncIterable<ListedMetadata>;
  /** The record of a token. Rejects with status 404 for a token without one. */
  get(contractId: string, options?: ReadOptions): Promise<MetadataRecord>;
  /** Finds what may mislead readers of the record. */
  lint(contractId: string, options?: ReadOptions): Promise<readonly MetadataFinding[]>;
  /**
   * Powers to mint, freeze, take and rename a token, by its contract's source. Rejects with status 404 for a token that
   * the service does not list or has not read yet.
   */
  safety(contractId: string, options?: ReadOptions): Promise<TokenSafety>;
  /**
   * Creates or changes the record of a token: the wallet must be its deployer. Fields that are not given keep their stored
   * values. Never repeated automatically: read the record before you repeat a call whose response was lost.
   */
  save(contractId: string, fields: MetadataFields, options?: ReadOptions): Promise<MetadataRecord>;
}

const PAGE_LENGTH = 1_000;

/**
 * A client of metadata alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const { name } = await metadataClient({ baseUrl: 'https://dex.example.org' }).get('SP….welsh');
 */
export const metadataClient = (options: ClientOptions): MetadataClient => metadataOf(connect(options));

export function metadataOf({ call, options: { wallet }, clock }: Connection): MetadataClient {
  /** Makes the proof: the deployer signs a text that names the contract, the time and the hash of the body. */
  const prove = (contractId: string, fields: MetadataFields) => async () => {
    const body = JSON.stringify(fields);
    const timestamp = clock.now();
    const bodyHash = await sha256(body);
    const { signed } = await signText(wallet, JSON.stringify({ message: contractId, timestamp, bodyHash }));
    return { headers: { ...signed, 'x-timestamp': String(timestamp), 'x-body-hash': bodyHash }, body };
  };
  const client: MetadataClient = {
    list: async (query = {}, options) => {
      const { metadata, nextCursor } = await call(routes.listMetadata, { query, options });
      return { items: metadata, nextCursor };
    },
    all: (query, options) =>
      itemsOf((cursor) => client.list({ ...query, limit: PAGE_LENGTH, cursor }, options)),
    get: (contractId, options) => call(routes.getMetadata, { params: { contractId }, options }),
    lint: async (contractId, options) =>
      (await call(routes.lintMetadata, { params: { contractId }, options })).findings,
    safety: (contractId, options) => call(routes.tokenSafety, { params: { contractId }, options }),
    save: async (contractId, body, options) => {
      const request = { params: { contractId }, body, prove: prove(contractId, body), options };
      return (await call(routes.saveMetadata, request)).metadata;
    },
  };
  return client;
}

async function sha256(text: string): Promise<string> {
  // `subtle` is absent in pages without TLS.
  const { subtle } = globalThis.crypto as Partial<typeof globalThis.crypto>;
  if (subtle === undefined)
    throw new ClientError('Records are signed on secure pages (HTTPS) only', { code: 'wallet-failed' });
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
