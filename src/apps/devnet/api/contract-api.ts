import { createHash } from 'node:crypto';
import type { ClarityAbi } from '@stacks/transactions';
import type { Chain } from '../chain/chain.js';
import { badRequest, forwarded, get, HttpError, type Route } from './http-server.js';

const CONTRACT = '(?<address>[^/]+)/(?<name>[^/]+)';
const MAX_LIMIT = 50;
/** Height at which the contracts of the genesis are reported as deployed. */
const GENESIS_HEIGHT = 1;

/** A contract of the chain itself, rather than of a network that it continues. */
interface OwnContract {
  readonly id: string;
  readonly source: string;
  readonly abi: ClarityAbi;
  readonly height: number;
  readonly txid: string;
}

/** The endpoints for contracts: interface and source as the node returns them, and the search by trait of the index's API. */
export function contractRoutes({
  vm,
  genesis,
  origin,
  history,
}: Pick<Chain, 'vm' | 'genesis' | 'origin' | 'history'>): Route[] {
  const genesisIds = new Set<string>(genesis.contracts.map(({ id }) => id));
  /** The contract; undefined if it was deployed neither by the genesis nor by a transaction of this chain. */
  const ownContract = (id: string): OwnContract | undefined => {
    const deployed = history.deployed().get(id);
    const [source, abi] = [vm.sourceOf(id), vm.interfaceOf(id)];
    if ((deployed === undefined && !genesisIds.has(id)) || source === undefined || abi === undefined)
      return undefined;
    return deployed === undefined
      ? { id, source, abi, height: GENESIS_HEIGHT, txid: createHash('sha256').update(id).digest('hex') }
      : { id, source, abi, height: deployed.block.height, txid: deployed.mined.transaction.txid };
  };
  const { network } = origin;
  /** A route that responds with the chain's own data, or else with that of the network that the chain continues. */
  const read = (path: string, view: (contract: OwnContract) => unknown) =>
    get(path, ({ params: { address = '', name = '' }, url }) => {
      const own = ownContract(`${address}.${name}`);
      if (own !== undefined) return view(own);
      if (network !== undefined) return forwarded(network.forward(url));
      throw new HttpError(404, { error: 'No contract data found' });
    });
  return [
    read(`/v2/contracts/interface/${CONTRACT}`, ({ abi }) => abi),
    read(`/v2/contracts/source/${CONTRACT}`, ({ source, height }) => ({ source, publish_height: height })),
    get('/extended/v1/contract/by_trait', ({ query, url }) => {
      // A fork asks the network instead, so contracts deployed on the fork are not listed.
      if (network !== undefined) return forwarded(network.forward(url));
      const trait = traitOf(query.get('trait_abi'));
      const [limit, offset] = [page(query.get('limit'), 20, MAX_LIMIT), page(query.get('offset'), 0)];
      // Newest first. Contracts of one block are in reverse order of deployment.
      const ids = [...genesisIds, ...history.deployed().keys()].toReversed();
      const matches = ids.flatMap((id) => {
        const own = ownContract(id);
        return own !== undefined && includes(own.abi.functions, trait) ? [viewOf(own)] : [];
      });
      if (matches.length === 0) throw new HttpError(404, { error: 'cannot find contract for this trait' });
      return { limit, offset, results: matches.slice(offset, offset + limit) };
    }),
  ];
}

const viewOf = ({ id, source, abi, height, txid }: OwnContract) => ({
  tx_id: `0x${txid}`,
  canonical: true,
  contract_id: id,
  block_height: height,
  clarity_version: 3,
  source_code: source,
  abi: JSON.stringify(abi),
});

/** The functions to search for. Of their arguments, only the types matter. */
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

/** Whether a document contains another, as defined by Postgres’s `jsonb @>`: the order and number of list elements do not matter. */
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
