import { rulesOf } from '../../../domain/vault/kinds.js';
import type { Registry, Token } from '../../../domain/market/registry.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { Fields, oneOf } from '../../../domain/shared/fields.js';
import type { Network } from '../../../domain/shared/network.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { readRecords, type RegistryRecords, type TokenRecord, type VaultRecord } from './registry-records.js';

/** Reason why a document is not a registry. */
export interface InvalidRegistry {
  readonly kind: 'invalid-registry';
  /** Every problem, each as `<path>: <what is wrong>`. */
  readonly problems: readonly string[];
}

/**
 * Builds a registry from its JSON document. Blocked vaults and tokens are left out, and so are a blocked token's subnet copies and
 * every vault that holds one of these tokens. A token with unknown decimals is left out while no vault uses it.
 *
 * @example
 * const document: unknown = JSON.parse('{}');
 * const created = createRegistry(document, 'mainnet');
 * if (!created.ok) console.error(created.error.problems);
 */
export function createRegistry(json: unknown, network: Network): Result<Registry, InvalidRegistry> {
  const problems: string[] = [];
  const document = new Fields(json, (path, reason) => {
    problems.push(`${path || 'the document'}: ${reason}`);
  });
  document.read('network', oneOf(network));
  const records = readRecords(document, network);
  // If a list could not be read, checking references into it would report false problems.
  if (records === undefined || problems.length > 0) return err({ kind: 'invalid-registry', problems });

  const { tokens, vaults } = withoutBlocked(records);
  checkUnique(records);
  checkLegacyDefault(document, records);
  const known = new Map(tokens.map((token) => [token.contractId, token]));
  for (const token of tokens) checkSubnet(token, known);
  for (const record of vaults) checkVault(record, known);
  const inUse = tokensInUse({ tokens, vaults });
  const usable = tokens.flatMap((token) => usableToken(token, inUse));
  if (problems.length > 0) return err({ kind: 'invalid-registry', problems });
  return ok({ ...records, network, tokens: usable, vaults: vaults.map(({ vault }) => vault) });
}

function withoutBlocked({ tokens, vaults, blocked }: RegistryRecords) {
  const out = new Set(blocked);
  for (const { contractId, base } of tokens) if (base !== undefined && out.has(base)) out.add(contractId);
  return {
    tokens: tokens.filter(({ contractId }) => !out.has(contractId)),
    vaults: vaults.filter(
      ({ vault }) => !out.has(vault.contractId) && !out.has(vault.tokenA) && !out.has(vault.tokenB),
    ),
  };
}

function checkUnique({ tokens, vaults }: RegistryRecords): void {
  const seen = new Set<ContractId>();
  const vaultIds = vaults.map(({ vault: { contractId }, fields }) => ({ contractId, fields }));
  for (const { contractId, fields } of [...tokens, ...vaultIds]) {
    if (seen.has(contractId)) fields.problem('contractId', `${contractId} is listed twice`);
    seen.add(contractId);
  }
}

function checkLegacyDefault(document: Fields, { routers }: RegistryRecords): void {
  if (routers.filter(({ legacyDefault }) => legacyDefault).length > 1) {
    document.problem('routers', 'only one router can be the legacyDefault');
  }
  if (new Set(routers.map(({ id }) => id)).size < routers.length) {
    document.problem('routers', 'a router is listed twice');
  }
}

function checkSubnet(token: TokenRecord, known: ReadonlyMap<ContractId, TokenRecord>): void {
  if (token.base === undefined) return;
  const base = known.get(token.base);
  if (base === undefined) token.fields.problem('base', `${token.base} is not among the tokens`);
  else if (base.type !== undefined) token.fields.problem('base', `${token.base} is a subnet copy itself`);
  else if (base.decimals !== token.decimals) {
    token.fields.problem('decimals', `must be those of its base ${token.base}: the copy holds it 1:1`);
  }
}

function checkVault({ vault, fields }: VaultRecord, known: ReadonlyMap<ContractId, TokenRecord>): void {
  for (const side of ['tokenA', 'tokenB'] as const) {
    if (!known.has(vault[side])) fields.problem(side, `${vault[side]} is not among the tokens`);
  }
  if (vault.tokenA === vault.tokenB) fields.problem('tokenB', 'must be another token than tokenA');
  for (const { field, problem } of rulesOf(vault).findDefects(vault, known)) fields.problem(field, problem);
}

/** Tokens that a vault holds, and the bases of subnet copies among them. */
function tokensInUse({
  tokens,
  vaults,
}: Pick<RegistryRecords, 'tokens' | 'vaults'>): ReadonlySet<ContractId> {
  const inUse = new Set(vaults.flatMap(({ vault }) => [vault.tokenA, vault.tokenB]));
  for (const { contractId, base } of tokens) if (base !== undefined && inUse.has(contractId)) inUse.add(base);
  return inUse;
}

function usableToken({ decimals, fields, ...token }: TokenRecord, inUse: ReadonlySet<ContractId>): Token[] {
  if (decimals !== undefined) return [{ ...token, decimals }];
  if (inUse.has(token.contractId)) {
    fields.problem('decimals', `of ${token.symbol} must be known, as vaults hold it`);
  }
  return [];
}
