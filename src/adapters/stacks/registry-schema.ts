import type { Registry, RouterContract, Token } from '../../domain/market/registry.js';
import { VAULT_KINDS } from '../../domain/vault/kinds.js';
import type { Vault } from '../../domain/vault/vault.js';
import { parseContractId, STX, type ContractId } from '../../domain/shared/contract-id.js';
import { flag, oneOf, text, whole, type Fields, type Parse } from '../../domain/shared/fields.js';
import type { Network } from '../../domain/shared/network.js';
import { err, ok } from '../../domain/shared/result.js';
import { sha256 } from './hashing.js';

/** A token as it is written: its decimals may be unknown, which no token in use may have. */
export interface TokenRecord extends Omit<Token, 'decimals'> {
  readonly decimals: number | undefined;
  /** Where it stands, to note problems with it. */
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

/** Contract ids of one network. */
interface Ids {
  /** A contract id, or `.stx`. */
  readonly token: Parse<ContractId>;
  /** A contract id; `.stx` is no contract. */
  readonly contract: Parse<ContractId>;
}

const shortText = text(1_000);

/** Reads every record on its own. Undefined when a field outside the lists is missing, which is then reported. */
export function readRecords(document: Fields, network: Network): RegistryRecords | undefined {
  const token: Parse<ContractId> = (raw) => parseContractId(raw, network, sha256);
  const contract: Parse<ContractId> = (raw) =>
    raw === STX ? err({ reason: 'must be a contract' }) : token(raw);
  const ids: Ids = { token, contract };
  const verifiers = document.object('verifier');
  const v1 = verifiers.read('v1', contract);
  const v2 = verifiers.read('v2', contract);
  const wstx = document.read('wstx', contract);
  const sbtc = document.read('sbtc', contract);
  const lists = {
    routers: document.objects('routers', (fields) => readRouter(fields, ids)),
    tokens: document.objects('tokens', (fields) => readToken(fields, ids)),
    vaults: document.objects('vaults', (fields) => readVault(fields, ids)),
    blocked: document.list('blocked', token),
  };
  if (v1 === undefined || v2 === undefined || wstx === undefined || sbtc === undefined) return undefined;
  return { wstx, sbtc, verifier: { v1, v2 }, ...lists };
}

function readRouter(fields: Fields, { contract }: Ids): RouterContract | undefined {
  const id = fields.read('id', contract);
  const payout = fields.read('payout', oneOf('signer', 'any'));
  const legacyDefault = fields.optional('legacyDefault', flag);
  if (id === undefined || payout === undefined) return undefined;
  return { id, payout, ...(legacyDefault === true && { legacyDefault }) };
}

function readToken(fields: Fields, ids: Ids): TokenRecord | undefined {
  const contractId = fields.read('contractId', ids.token);
  const symbol = fields.read('symbol', shortText);
  const name = fields.read('name', shortText);
  const identifier = fields.read('identifier', shortText);
  const decimals = fields.optional('decimals', whole(0, 18));
  const image = fields.optional('image', shortText);
  const description = fields.optional('description', shortText);
  const subnet = readSubnet(fields, ids);
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
function readSubnet(fields: Fields, { token }: Ids): Pick<Token, 'type' | 'base' | 'blaze'> {
  if (!fields.has('type')) {
    for (const field of ['base', 'blaze']) {
      if (fields.has(field)) fields.problem(field, 'belongs to tokens of type SUBNET only');
    }
    return {};
  }
  const type = fields.read('type', oneOf('SUBNET'));
  const base = fields.read('base', token);
  const blaze = fields.read('blaze', oneOf('v1', 'v2'));
  return type && base && blaze ? { type, base, blaze } : {};
}

/** A contract id; published listings write an empty text for none. */
const optionalContract = (fields: Fields, name: string, contract: Parse<ContractId>) =>
  fields.optional<ContractId | undefined>(name, (raw) => (raw === '' ? ok(undefined) : contract(raw)));

function readVault(fields: Fields, { contract, token }: Ids): VaultRecord | undefined {
  const contractId = fields.read('contractId', contract);
  const kind = fields.read('kind', oneOf(...VAULT_KINDS));
  const protocol = fields.read('protocol', shortText);
  const tokenA = fields.read('tokenA', token);
  const tokenB = fields.read('tokenB', token);
  const feePpm = fields.read('feePpm', whole(0, 1_000_000));
  const name = fields.read('name', shortText);
  const symbol = fields.read('symbol', shortText);
  const externalPoolId = optionalContract(fields, 'externalPoolId', contract);
  const engineContractId = optionalContract(fields, 'engineContractId', contract);
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
