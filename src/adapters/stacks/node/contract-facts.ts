import type { ContractFacts } from '../../../domain/registry/contract-facts.js';
import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';
import { defined, fieldsOf, isCount } from '../../../domain/shared/fields.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead } from '../../../ports/index.js';
import { sourceOf } from './block-contents.js';
import { parseResponse, type HttpClient } from './http.js';

type Http = Pick<HttpClient, 'get'>;

/** Reads the interface and the source of a contract from the node, one request each; undefined if there is no such contract. */
export async function readContractFacts(
  http: Http,
  contract: ContractId,
): ChainRead<ContractFacts | undefined> {
  const description = await readPart(http, 'interface', contract, interfaceOf);
  if (!description.ok || description.value === undefined) return description as Awaited<ChainRead<undefined>>;
  const deployed = await readPart(http, 'source', contract, deployedOf);
  if (!deployed.ok) return deployed;
  return ok(deployed.value === undefined ? undefined : { ...description.value, ...deployed.value });
}

async function readPart<T>(
  http: Http,
  part: 'interface' | 'source',
  contract: ContractId,
  parse: (body: unknown) => T | undefined,
): ChainRead<T | undefined> {
  const { address, name } = contractParts(contract);
  const query = part === 'source' ? '?proof=0' : '';
  const response = await http.get(`/v2/contracts/${part}/${address}/${name}${query}`);
  if (response.ok && response.value.status === 404) return ok(undefined);
  return parseResponse(response, parse);
}

function deployedOf(body: unknown): Pick<ContractFacts, 'source' | 'height'> | undefined {
  const { publish_height: height } = fieldsOf(body);
  const source = sourceOf(body);
  return source === undefined
    ? undefined
    : { source, ...defined({ height: isCount(height) ? height : undefined }) };
}

function interfaceOf(body: unknown): Pick<ContractFacts, 'functions' | 'assets'> | undefined {
  const { functions, fungible_tokens: assets } = fieldsOf(body);
  if (!Array.isArray(functions) || !Array.isArray(assets)) return undefined;
  const entries = functions
    .map(fieldsOf)
    .flatMap(({ name, access, args }): [string, number][] =>
      typeof name === 'string' && access !== 'private' && Array.isArray(args) ? [[name, args.length]] : [],
    );
  const names = assets.map(fieldsOf).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return { functions: new Map(entries), assets: names };
}
