import {
  createApiKey,
  ID_BYTES,
  KEY_TERMS_FIELDS,
  parseApiKeyId,
  readKeyTerms,
  revoke,
  SECRET_BYTES,
  statusOf,
  type ApiKey,
  type ApiKeySecret,
  type ApiKeyStatus,
} from '../../domain/api-key/api-key.js';
import { spentByToken } from '../../domain/api-key/spending.js';
import { dayOf } from '../../domain/order/limits/quotas.js';
import { parseContractId, STX, type ContractId } from '../../domain/shared/contract-id.js';
import type { Parse } from '../../domain/shared/fields.js';
import { NO_USAGE, type KeyRequest, type UsageCounts } from '../../domain/api-key/usage.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StoredUsage, Transaction } from '../../ports/index.js';
import {
  makeProveWallet,
  type AudienceSettings,
  type Demand,
  type ProveWalletError,
  type WalletPorts,
  type WalletProof,
} from '../authorization/prove-wallet.js';
import type { CoreSettings } from '../settings.js';
import type { KeyActivityLog } from './key-activity-log.js';

/** A new key with its secret, which cannot be read again. */
export interface IssuedApiKey {
  readonly key: ApiKey;
  readonly secret: ApiKeySecret;
}

/** A key as its owner sees it. */
export interface DescribedKey {
  readonly key: ApiKey;
  readonly status: ApiKeyStatus;
  readonly usage: UsageCounts;
  /** Absent if the key was never used. */
  readonly lastUsedAt?: Date;
  /** Smallest units that the orders pay which the key executed today, by token; none unless the key has daily amounts. */
  readonly spentToday: ReadonlyMap<ContractId, bigint>;
}

/** A described key with its last requests. */
export interface KeyWithActivity extends DescribedKey {
  /** The last requests, newest first, at most 50. */
  readonly recentActivity: readonly KeyRequest[];
}

/** Reason why a wallet gets no new API key. */
export type IssueApiKeyError = ProveWalletError | { readonly kind: 'duplicate-key-name' } | TooManyApiKeys;

/** Error of a wallet that already has the maximum number of active keys. */
export interface TooManyApiKeys {
  readonly kind: 'too-many-api-keys';
  readonly limit: number;
}

/** Error of an id that names no key. */
interface ApiKeyNotFound {
  readonly kind: 'api-key-not-found';
  /** As the caller wrote it: any text. */
  readonly keyId: string;
}

/** Reason why a wallet may not see or revoke an API key. */
export type OwnedKeyError = ProveWalletError | ApiKeyNotFound | { readonly kind: 'not-key-owner' };

type Needs = WalletPorts &
  Pick<Ports, 'apiKeys' | 'apiKeyActivity' | 'keySpending' | 'secrets' | 'unitOfWork'>;

type KeySettings = AudienceSettings & Pick<CoreSettings, 'apiKeysPerWallet'>;

export const makeManageKeys = (ports: Needs, activityLog: KeyActivityLog, settings: KeySettings) => {
  const { apiKeys, apiKeyActivity, clock, hasher, keySpending, registry, secrets, unitOfWork } = ports;
  const proveWallet = makeProveWallet(ports, settings);

  /** Finds the key with this id (any text), provided that the wallet owns it and signed the action on it. */
  const findOwned = async (
    keyId: string,
    proof: WalletProof,
    action: string,
    use: Demand<true>['use'],
  ): Promise<Result<ApiKey, OwnedKeyError>> => {
    const proven = await proveWallet(proof, { expected: { action, keyId }, readContent: () => true, use });
    if (!proven.ok) return proven;
    const id = parseApiKeyId(keyId);
    const key = id && (await apiKeys.findById(id));
    if (key === undefined) return err({ kind: 'api-key-not-found', keyId });
    return key.owner === proven.value.wallet ? ok(key) : err({ kind: 'not-key-owner' });
  };

  const describe = async (keys: readonly ApiKey[]): Promise<readonly DescribedKey[]> => {
    await activityLog.flush();
    const now = clock.now();
    const usage = await apiKeyActivity.listUsage(keys.map(({ id }) => id));
    const spending = keys.filter(({ terms }) => terms.limits?.dailyAmounts !== undefined);
    const spent = await keySpending.list(
      spending.map(({ id }) => id),
      dayOf(now),
    );
    return keys.map((key) => {
      const spentToday = spentByToken(spent.filter(({ keyId }) => keyId === key.id));
      return describeKey(key, { stored: usage.get(key.id), spentToday, now });
    });
  };

  return {
    /**
     * Creates a key with the terms in the wallet's message: keyName, permissions, and optional limits and expiresAt. The limit on active
     * keys also applies to the revoked and expired ones that are kept; older ones beyond it are deleted.
     */
    issue: async (proof: WalletProof): Promise<Result<IssuedApiKey, IssueApiKeyError>> => {
      const now = clock.now();
      const { network, wstx } = registry.current();
      const token: Parse<ContractId> = (raw) =>
        raw === wstx ? ok(STX) : parseContractId(raw, network, hasher.sha256);
      const proven = await proveWallet(proof, {
        expected: { action: 'create_api_key' },
        fields: KEY_TERMS_FIELDS,
        readContent: (fields, report) => readKeyTerms(fields, { now, token }, report),
        use: 'once',
      });
      if (!proven.ok) return proven;
      const { wallet: owner, content: terms } = proven.value;
      const random = { secret: secrets.bytes(SECRET_BYTES), id: secrets.bytes(ID_BYTES) };
      const issued = createApiKey({ network, owner, terms, now }, random, hasher.sha256);
      return unitOfWork.run<IssuedApiKey, IssueApiKeyError>(async (storage) => {
        await storage.lock(`api-keys:${owner}`);
        const namesakes = await storage.apiKeys.listUnrevoked(owner, terms.name);
        if (namesakes.some((namesake) => statusOf(namesake, now) === 'active'))
          return err({ kind: 'duplicate-key-name' });
        const room = await makeRoom(storage, { owner, now, limit: settings.apiKeysPerWallet });
        if (!room.ok) return room;
        await storage.apiKeys.insert(issued.key);
        return ok(issued);
      });
    },

    /** Lists the wallet's keys, active and revoked, newest first. */
    list: async (proof: WalletProof): Promise<Result<readonly DescribedKey[], ProveWalletError>> => {
      const demand = { expected: { action: 'list_api_keys' }, readContent: () => true } as const;
      const proven = await proveWallet(proof, { ...demand, use: 'while-recent' });
      if (!proven.ok) return proven;
      return ok(await describe(await apiKeys.listByOwner(proven.value.wallet)));
    },

    /** Reads one of the wallet's keys with its last requests. */
    get: async (keyId: string, proof: WalletProof): Promise<Result<KeyWithActivity, OwnedKeyError>> => {
      const key = await findOwned(keyId, proof, 'get_api_key_stats', 'while-recent');
      if (!key.ok) return key;
      const [described] = await describe([key.value]);
      return ok({ ...described!, recentActivity: await apiKeyActivity.listRecent(key.value.id) });
    },

    /** Revokes a key permanently: once this resolves, no process admits it. Revoking it again changes nothing. */
    revoke: async (keyId: string, proof: WalletProof): Promise<Result<ApiKey, OwnedKeyError>> => {
      const key = await findOwned(keyId, proof, 'delete_api_key', 'once');
      if (!key.ok || key.value.revokedAt !== undefined) return key;
      const revoked = revoke(key.value, clock.now());
      await apiKeys.update(revoked);
      return ok(revoked);
    },
  } as const;
};

/** Checks whether the wallet may have another key. Deletes its oldest revoked and expired keys beyond the limit. */
async function makeRoom(
  { apiKeys }: Transaction,
  { owner, now, limit }: { readonly owner: Address; readonly now: Date; readonly limit: number | undefined },
): Promise<Result<void, TooManyApiKeys>> {
  if (limit === undefined) return ok();
  const keys = await apiKeys.listByOwner(owner);
  const past = keys.filter((key) => statusOf(key, now) !== 'active');
  if (keys.length - past.length >= limit) return err({ kind: 'too-many-api-keys', limit });
  await apiKeys.delete(past.slice(limit).map(({ id }) => id));
  return ok();
}

interface KeyFigures extends Pick<DescribedKey, 'spentToday'> {
  readonly stored: StoredUsage | undefined;
  readonly now: Date;
}

const describeKey = (key: ApiKey, { stored, spentToday, now }: KeyFigures): DescribedKey => ({
  key,
  status: statusOf(key, now),
  usage: stored?.counts ?? NO_USAGE,
  ...(stored !== undefined && { lastUsedAt: stored.lastUsedAt }),
  spentToday,
});
