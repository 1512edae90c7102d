import {
  afterReading,
  publishedFacts,
  readableUri,
  type TokenUri,
} from '../../domain/metadata-record/token-uri.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { ok } from '../../domain/shared/result.js';
import type { ChainRead, Ports } from '../../ports/index.js';

type Needs = Pick<Ports, 'clock' | 'registry' | 'tokenUris' | 'tokenUriReader'>;

/** Result of reading one token's URI. */
export interface RefreshedUri {
  readonly contractId: ContractId;
  /** Reason why the document could not be read; undefined if it could. */
  readonly problem?: string | undefined;
}

/**
 * Reads the `token_uri` metadata of the listed token that has been due longest. Only one token is read per call, so that the load
 * on the node and on the documents' hosts is negligible; a new registry of sixty tokens is read within the first hour. The result
 * is undefined if no token is due.
 */
export const makeRefreshTokenUris =
  ({ clock, registry, tokenUris, tokenUriReader: reader }: Needs) =>
  async (): ChainRead<RefreshedUri | undefined> => {
    if (reader === undefined) return ok(undefined);
    const now = clock.now();
    const known = new Map((await tokenUris.all()).map((each) => [each.contractId, each]));
    const contractId = mostDue(registry.current().tokens, known, now);
    if (contractId === undefined) return ok(undefined);
    const uri = await reader.uriOf(contractId);
    if (!uri.ok) return uri;
    const { ipfsGateway } = reader;
    const document =
      uri.value === undefined ? undefined : await reader.document(readableUri(uri.value, ipfsGateway));
    const facts = document?.ok === true ? publishedFacts(document.value, ipfsGateway) : undefined;
    await tokenUris.save(
      afterReading(known.get(contractId), { contractId, uri: uri.value, facts }, clock.now()),
    );
    return ok({ contractId, problem: document?.ok === false ? document.error : undefined });
  };

function mostDue(
  tokens: readonly { readonly contractId: ContractId }[],
  known: ReadonlyMap<string, TokenUri>,
  now: Date,
): ContractId | undefined {
  const dueAt = (id: ContractId) => known.get(id)?.dueAt.getTime() ?? -Infinity;
  return tokens
    .map(({ contractId }) => contractId)
    .filter((id) => id !== STX && dueAt(id) <= now.getTime())
    .sort((a, b) => dueAt(a) - dueAt(b))[0];
}
