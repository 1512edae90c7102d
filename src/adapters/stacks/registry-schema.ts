import type { Registry, RouterContract, Token } from '../../domain/market/registry.js';
import { VAULT_KINDS } from '../../domain/vault/kinds.js';
import type { AssetId, Vault } from '../../domain/vault/vault.js';
import { parseContractId, STX, type ContractId } from '../../domain/shared/contract-id.js';
import { defined, flag, oneOf, text, whole, type Fields, type Parse } from '../../domain/shared/fields.js';
import type { Network } from '../../domain/shared/network.js';
import { err, ok } from '../../domain/shared/result.js';
import { sha256 } from './hashing.js';

/** A listed token. Its decimals may be unknown while no vault uses it. */
export interface TokenRecord extends Omit<Token, 'decimals'> {
  readonly decimals: number | undefined;
  /** Reports problems with the token under its path. */
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

type Complete<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** The same object when no field is undefined. */
const complete = <T extends object>(record: T): Complete<T> | undefined =>
  Object.values(record).includes(undefined) ? undefined : (record as Complete<T>);

const shortText = text(1_000);

/** Reads every record by itself. Undefined when a field outside the lists is missing, which is then reported. */
export function readRecords(document: Fields, network: Network): RegistryRecords | undefined {
  const token: Parse<ContractId> = (raw) => parseContractId(raw, network, sha256);
  const contract: Parse<ContractId> = (raw) =>
    raw === STX ? err({ reason: 'must be a contract' }) : token(raw);
  const ids: Ids = { token, contract };
  const { read } = document.object('verifier');
  const verifier = complete({ v1: read('v1', contract), v2: read('v2', contract) });
  return complete({
    verifier,
    wstx: document.read('wstx', contract),
    sbtc: document.read('sbtc', contract),
    routers: document.objects('routers', (fields) => readRouter(fields, ids)),
    tokens: document.objects('tokens', (fields) => readToken(fields, ids)),
    vaults: document.objects('vaults', (fields) => readVault(fields, ids)),
    blocked: document.list('blocked', token),
  });
}

function readRouter({ read, optional }: Fields, { contract }: Ids): RouterContract | undefined {
  const router = complete({ id: read('id', contract), payout: read('payout', oneOf('signer', 'any')) });
  const legacyDefault = optional('legacyDefault', flag);
  return router && { ...router, ...(legacyDefault === true && { legacyDefault }) };
}

function readToken(fields: Fields, ids: Ids): TokenRecord | undefined {
  const { read, optional } = fields;
  const token = complete({
    contractId: read('contractId', ids.token),
    symbol: read('symbol', shortText),
    name: read('name', shortText),
    identifier: read('identifier', shortText),
  });
  const decimals = optional('decimals', whole(0, 18));
  const labels = defined({
    image: optional('image', shortText),
    description: optional('description', shortText),
  });
  const subnet = readSubnet(fields, ids);
  if (token?.contractId === STX && subnet.type !== undefined) {
    return fields.problem('type', 'STX is no subnet copy');
  }
  return token && { ...token, decimals, ...labels, ...subnet, fields };
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

/** A fungible asset as `<contract>::<name>`. */
const assetOf =
  (contract: Parse<ContractId>): Parse<AssetId> =>
  (raw) => {
    const [id, name = '', ...rest] = typeof raw === 'string' ? raw.split('::') : [];
    if (!ASSET_NAME.test(name) || rest.length > 0) {
      return err({ reason: 'must be an asset: <contract>::<name>' });
    }
    const parsed = contract(id);
    return parsed.ok ? ok(`${parsed.value}::${name}` as const) : parsed;
  };

/** As Clarity names things. */
const ASSET_NAME = /^[a-zA-Z][a-zA-Z0-9!?+<>=/*_-]{0,127}$/;

function readVault(fields: Fields, { contract, token }: Ids): VaultRecord | undefined {
  const { read } = fields;
  const required = complete({
    contractId: read('contractId', contract),
    kind: read('kind', oneOf(...VAULT_KINDS)),
    protocol: read('protocol', shortText),
    tokenA: read('tokenA', token),
    tokenB: read('tokenB', token),
    feePpm: read('feePpm', whole(0, 1_000_000)),
    name: read('name', shortText),
    symbol: read('symbol', shortText),
  });
  const optional = defined({
    externalPoolId: optionalContract(fields, 'externalPoolId', contract),
    engineContractId: optionalContract(fields, 'engineContractId', contract),
    protocolFeePpm: fields.optional('protocolFeePpm', whole(0, 1_000_000)),
    stxWrapper: fields.optional('stxWrapper', assetOf(contract)),
    forwardsInputFee: fields.optional('forwardsInputFee', flag),
  });
  return required && { vault: { ...required, ...optional }, fields };
}
