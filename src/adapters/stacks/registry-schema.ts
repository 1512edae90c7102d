import type { Registry, RouterContract, Token } from '../../domain/market/registry.js';
import { VAULT_KINDS } from '../../domain/vault/kinds.js';
import type { Vault } from '../../domain/vault/vault.js';
import { STX } from '../../domain/shared/contract-id.js';
import type { FieldReader } from './registry-fields.js';

/** A token as it is written: its decimals may be unknown, which no token in use may have. */
export interface TokenRecord extends Omit<Token, 'decimals'> {
  readonly decimals: number | undefined;
  /** Where it stands, to note problems with it. */
  readonly fields: FieldReader;
}

export interface VaultRecord {
  readonly vault: Vault;
  readonly fields: FieldReader;
}

export interface RegistryRecords extends Omit<Registry, 'network' | 'tokens' | 'vaults'> {
  readonly tokens: readonly TokenRecord[];
  readonly vaults: readonly VaultRecord[];
}

/** Reads every record by itself. Undefined when something outside the lists is missing, which has been noted by then. */
export function readRecords(document: FieldReader): RegistryRecords | undefined {
  const verifiers = document.object('verifier');
  const v1 = verifiers.contract('v1');
  const v2 = verifiers.contract('v2');
  const wstx = document.contract('wstx');
  const sbtc = document.contract('sbtc');
  const lists = {
    routers: document.list('routers', readRouter),
    tokens: document.list('tokens', readToken),
    vaults: document.list('vaults', readVault),
    blocked: document.tokens('blocked'),
  };
  if (v1 === undefined || v2 === undefined || wstx === undefined || sbtc === undefined) return undefined;
  return { wstx, sbtc, verifier: { v1, v2 }, ...lists };
}

function readRouter(fields: FieldReader): RouterContract | undefined {
  const id = fields.contract('id');
  const payout = fields.oneOf('payout', ['signer', 'any']);
  const legacyDefault = fields.has('legacyDefault') ? fields.flag('legacyDefault') : false;
  if (id === undefined || payout === undefined) return undefined;
  return { id, payout, ...(legacyDefault === true && { legacyDefault }) };
}

function readToken(fields: FieldReader): TokenRecord | undefined {
  const contractId = fields.token('contractId');
  const symbol = fields.text('symbol');
  const name = fields.text('name');
  const identifier = fields.text('identifier');
  const decimals = fields.has('decimals') ? fields.integer('decimals', 0, 18) : undefined;
  const image = fields.has('image') ? fields.text('image') : undefined;
  const description = fields.has('description') ? fields.text('description') : undefined;
  const subnet = readSubnet(fields);
  if (contractId === undefined || symbol === undefined || name === undefined || identifier === undefined) {
    return undefined;
  }
  if (contractId === STX && subnet.type !== undefined) {
    return fields.problem('type', 'STX is no subnet copy');
  }
  return {
    contractId,
    symbol,
    name,
    identifier,
    decimals,
    ...(image !== undefined && { image }),
    ...(description !== undefined && { description }),
    ...subnet,
    fields,
  };
}

/** A subnet copy has type, base and blaze; every other token has none of them. */
function readSubnet(fields: FieldReader): Pick<Token, 'type' | 'base' | 'blaze'> {
  if (!fields.has('type')) {
    for (const field of ['base', 'blaze']) {
      if (fields.has(field)) fields.problem(field, 'belongs to tokens of type SUBNET only');
    }
    return {};
  }
  const type = fields.oneOf('type', ['SUBNET']);
  const base = fields.token('base');
  const blaze = fields.oneOf('blaze', ['v1', 'v2']);
  return type && base && blaze ? { type, base, blaze } : {};
}

function readVault(fields: FieldReader): VaultRecord | undefined {
  const contractId = fields.contract('contractId');
  const kind = fields.oneOf('kind', VAULT_KINDS);
  const protocol = fields.text('protocol');
  const tokenA = fields.token('tokenA');
  const tokenB = fields.token('tokenB');
  const feePpm = fields.integer('feePpm', 0, 1_000_000);
  const name = fields.text('name');
  const symbol = fields.text('symbol');
  const externalPoolId = fields.optionalContract('externalPoolId');
  const engineContractId = fields.optionalContract('engineContractId');
  if (contractId === undefined || kind === undefined || protocol === undefined) return undefined;
  if (tokenA === undefined || tokenB === undefined || feePpm === undefined) return undefined;
  if (name === undefined || symbol === undefined) return undefined;
  return {
    vault: {
      contractId,
      kind,
      protocol,
      tokenA,
      tokenB,
      feePpm,
      ...(externalPoolId !== undefined && { externalPoolId }),
      ...(engineContractId !== undefined && { engineContractId }),
      name,
      symbol,
    },
    fields,
  };
}
