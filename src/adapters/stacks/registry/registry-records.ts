import type { BlazeVersion, Registry, RouterContract, Token } from '../../../domain/market/registry.js';
import { rulesOf } from '../../../domain/vault/kinds.js';
import type { Vault } from '../../../domain/vault/vault.js';
import { parseContractId, STX } from '../../../domain/shared/contract-id.js';
import { defined, type Fields, text } from '../../../domain/shared/fields.js';
import type { Network } from '../../../domain/shared/network.js';
import { err } from '../../../domain/shared/result.js';
import { sha256 } from '../signatures/hashing.js';
import { readEntry, type Ids } from './registry-entry.js';
import {
  DOCUMENT_FIELDS,
  ROUTER_FORMAT,
  TOKEN_FORMAT,
  VAULT_FORMAT,
  VERIFIER_FORMAT,
} from './registry-format.js';

/** A listed token. Its decimals may be unknown while no vault uses it. */
export interface TokenRecord extends Omit<Token, 'decimals'> {
  readonly decimals: number | undefined;
  /** Fields of the token's entry, used to report problems with the token under its path. */
  readonly fields: Fields;
}

export interface VaultRecord {
  readonly vault: Vault;
  readonly fields: Fields;
}

export interface RegistryRecords extends Omit<Registry, 'network' | 'tokens' | 'vaults'> {
  readonly tokens: readonly TokenRecord[];
  readonly vaults: readonly VaultRecord[];
}

const BOTH: readonly BlazeVersion[] = ['v1', 'v2'];

/** Reads every record separately. Undefined if a field outside the lists is missing, which is then reported. */
export function readRecords(document: Fields, network: Network): RegistryRecords | undefined {
  const token: Ids['token'] = (raw) => parseContractId(raw, network, sha256);
  const contract: Ids['contract'] = (raw) =>
    raw === STX ? err({ reason: 'must be a contract' }) : token(raw);
  const ids: Ids = { token, contract };
  document.refuseUnknown(DOCUMENT_FIELDS);
  document.optional('$schema', text(1_000));
  const verifier = readEntry(VERIFIER_FORMAT, document.object('verifier'), ids);
  const wstx = document.read('wstx', contract);
  const sbtc = document.read('sbtc', contract);
  const lists = {
    routers: document.objects('routers', (fields) => readRouter(fields, ids)),
    tokens: document.objects('tokens', (fields) => readToken(fields, ids)),
    vaults: document.objects('vaults', (fields) => readVault(fields, ids)),
    blocked: document.list('blocked', token),
  };
  if (verifier === undefined || wstx === undefined || sbtc === undefined) return undefined;
  return { verifier, wstx, sbtc, ...lists };
}

function readRouter(fields: Fields, ids: Ids): RouterContract | undefined {
  const router = readEntry(ROUTER_FORMAT, fields, ids);
  if (router === undefined) return undefined;
  const { id, payout, blaze = BOTH, legacyDefault } = router;
  return { id, payout, blaze, ...(legacyDefault === true && { legacyDefault }) };
}

function readToken(fields: Fields, ids: Ids): TokenRecord | undefined {
  const entry = readEntry(TOKEN_FORMAT, fields, ids);
  if (entry === undefined) return undefined;
  const { source: _source, decimals, type, base, blaze, ...token } = entry;
  if (token.contractId === STX && type !== undefined) return fields.problem('type', 'STX is no subnet copy');
  const subnet = readSubnet(fields, { type, base, blaze });
  return { ...defined(token), decimals, ...subnet, fields };
}

type SubnetFields = { readonly [Name in 'type' | 'base' | 'blaze']: Token[Name] | undefined };

/** Reads what only subnet copies have: they have type, base and blaze, and other tokens have none of them. */
function readSubnet(fields: Fields, { type, base, blaze }: SubnetFields): Pick<Token, keyof SubnetFields> {
  for (const field of ['base', 'blaze'] as const) {
    if (fields.has('type') && !fields.has(field)) fields.problem(field, 'is required on a subnet copy');
    if (!fields.has('type') && fields.has(field))
      fields.problem(field, 'belongs to tokens of type SUBNET only');
  }
  return type && base && blaze ? { type, base, blaze } : {};
}

function readVault(fields: Fields, ids: Ids): VaultRecord | undefined {
  const entry = readEntry(VAULT_FORMAT, fields, ids);
  if (entry === undefined) return undefined;
  const { source: _source, forwardsInputFee, ...rest } = entry;
  const vault: Vault = { ...defined(rest), ...(forwardsInputFee === true && { forwardsInputFee }) };
  const feePpm = vault.feePpm ?? rulesOf(vault).fixedFeePpm;
  return { vault: { ...vault, ...(feePpm !== undefined && { feePpm }) }, fields };
}
