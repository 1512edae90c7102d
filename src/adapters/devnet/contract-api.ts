import { createHash } from 'node:crypto';
import type { Chain } from './chain.js';
import { badRequest, forwarded, get, HttpError, type Request, type Route } from './http-server.js';

const CONTRACT = '(?<address>[^/]+)/(?<name>[^/]+)';
const MAX_LIMIT = 50;
/** The block in which all contracts of the devnet are deployed. */
const DEPLOYED_AT = 1;

/** The endpoints that tell what contracts are: interface and source as the node returns them, and the index's search. */
export function contractRoutes({ vm, genesis, origin }: Pick<Chain, 'vm' | 'genesis' | 'origin'>): Route[] {
  const { network } = origin;
  // Nothing is deployed on a fork.
  if (network !== undefined) {
    const paths = [
      `/v2/contracts/interface/${CONTRACT}`,
      `/v2/contracts/source/${CONTRACT}`,
      '/extended/v1/contract/[^/]+',
    ];
    return paths.map((path) => get(path, ({ url }) => forwarded(network.forward(url))));
  }
  const sources = new Map(genesis.contracts.map(({ id, source }) => [id as string, source]));
  const idOf = ({ params: { address = '', name = '' } }: Request) => `${address}.${name}`;
  return [
    get(`/v2/contracts/interface/${CONTRACT}`, (request) => found(vm.interfaceOf(idOf(request)))),
    get(`/v2/contracts/source/${CONTRACT}`, (request) => ({
      source: found(sources.get(idOf(request))),
      publish_height: DEPLOYED_AT,
    })),
    get('/extended/v1/contract/by_trait', ({ query }) => {
      const trait = traitOf(query.get('trait_abi'));
      const [limit, offset] = [page(query.get('limit'), 20, MAX_LIMIT), page(query.get('offset'), 0)];
      // The newest first; those that were deployed in one block in reverse.
      const matches = [...sources].toReversed().flatMap(([id, source]) => {
        const abi = vm.interfaceOf(id);
        return abi !== undefined && includes(abi.functions, trait) ? [viewOf(id, source, abi)] : [];
      });
      if (matches.length === 0) throw new HttpError(404, { error: 'cannot find contract for this trait' });
      return { limit, offset, results: matches.slice(offset, offset + limit) };
    }),
  ];
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new HttpError(404, { error: 'No contract data found' });
  return value;
}

function viewOf(id: string, source: string, abi: object) {
  return {
    tx_id: `0x${createHash('sha256').update(id).digest('hex')}`,
    canonical: true,
    contract_id: id,
    block_height: DEPLOYED_AT,
    clarity_version: 3,
    source_code: source,
    abi: JSON.stringify(abi),
  };
}

/** The functions to look for. Arguments count by type alone. */
function traitOf(text: string | null): unknown {
  try {
    const { functions } = JSON.parse(text ?? '') as { functions: { args: { type: unknown }[] }[] };
    return functions.map(({ args, ...rest }) => ({ ...rest, args: args.map(({ type }) => ({ type })) }));
  } catch (cause) {
    throw badRequest('trait_abi must be the interface of a trait in JSON', { cause });
  }
}

function page(text: string | null, byDefault: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = text === null ? byDefault : Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw badRequest('limit or offset is out of range');
  return value;
}

/** Whether a document contains a part as Postgres’s `jsonb @>` decides it: lists regardless of order and number. */
function includes(document: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(document) && part.every((item) => document.some((other) => includes(other, item)));
  }
  if (typeof part !== 'object' || part === null) return document === part;
  return (
    typeof document === 'object' &&
    document !== null &&
    Object.entries(part).every(([name, value]) =>
      includes((document as Record<string, unknown>)[name], value),
    )
  );
}
