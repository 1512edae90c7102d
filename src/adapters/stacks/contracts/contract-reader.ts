import type { TokenFacts } from '../../../domain/registry/contract-facts.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { defined, fieldsOf } from '../../../domain/shared/fields.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead, ContractReader, ContractTrait } from '../../../ports/index.js';
import { textOf, unitsOf } from '../node/clarity.js';
import { readContract, readHolding } from './contract-reads.js';
import { readContractFacts } from '../node/contract-facts.js';
import { createHttpClient, parseResponse, unreachable, type HttpClient } from '../node/http.js';
import type { HttpOptions } from '../node/http-attempt.js';
import { readPoolsBehind } from './pool-data.js';
import type { StacksNode } from '../node/node-client.js';
import { TRAIT_ABIS } from './trait-abis.js';

/** Options of a contract reader. */
export interface ContractReaderOptions {
  readonly node: Pick<StacksNode, 'callRead' | 'stxBalance'>;
  /** Options of the connection to the node's interface and its index. */
  readonly http: HttpOptions;
}

/** Maximum number of contracts that the index returns at a time. */
const PAGE = 50;

/**
 * Reads facts about contracts: interface and source from the node, and contracts by trait from its index.
 *
 * @example
 * const http = { baseUrl: 'https://api.mainnet.hiro.so' };
 * const contracts = createContractReader({ node: createNodeClient(http), http });
 * const vaults = await contracts.findByTrait('vault', 100);
 * await contracts.close();
 */
export function createContractReader({
  node,
  http: options,
}: ContractReaderOptions): ContractReader & { close(): Promise<void> } {
  const http = createHttpClient(options);
  return {
    close: () => http.close(),

    describe: (contract) => readContractFacts(http, contract),

    async describeToken(token) {
      const [name, symbol, decimals] = await Promise.all([
        readContract(node, token, 'get-name', []),
        readContract(node, token, 'get-symbol', []),
        readContract(node, token, 'get-decimals', []),
      ]);
      if (!name.ok) return name;
      if (!symbol.ok) return symbol;
      if (!decimals.ok) return decimals;
      const digits = unitsOf(decimals.value);
      return ok<TokenFacts>(
        defined({
          name: textOf(name.value),
          symbol: textOf(symbol.value),
          decimals: digits === undefined ? undefined : Number(digits),
        }),
      );
    },

    poolsBehind: (contract, facts) => readPoolsBehind(node, contract, facts),

    holding: (token, holder) => readHolding(node, token, holder),

    async findByTrait(trait, limit) {
      const found: ContractId[] = [];
      while (found.length < limit) {
        const page = await readPage(http, trait, Math.min(PAGE, limit - found.length), found.length);
        if (!page.ok) return page;
        found.push(...page.value);
        if (page.value.length < PAGE) break;
      }
      return ok(found);
    },
  };
}

async function readPage(
  http: HttpClient,
  trait: ContractTrait,
  limit: number,
  offset: number,
): ChainRead<readonly ContractId[]> {
  const query = new URLSearchParams({
    trait_abi: JSON.stringify(TRAIT_ABIS[trait]),
    limit: String(limit),
    offset: String(offset),
  });
  const response = await http.get(`/extended/v1/contract/by_trait?${query.toString()}`);
  if (response.ok && response.value.status === 404) return ok([]);
  if (response.ok && response.value.status === 410)
    return unreachable('the host searches no contracts by trait any more');
  return parseResponse(response, (body) => {
    const { results } = fieldsOf(body);
    if (!Array.isArray(results)) return undefined;
    const ids = results.map((result) => fieldsOf(result)['contract_id']);
    return ids.every((id) => typeof id === 'string') ? (ids as ContractId[]) : undefined;
  });
}
