import { mergeMetadata } from '../../domain/metadata-record/merge.js';
import type {
  InvalidMetadata,
  MetadataEntry,
  MetadataRecord,
} from '../../domain/metadata-record/metadata-record.js';
import {
  exceedsUndeployed,
  UNDEPLOYED,
  type UndeployedRecord,
} from '../../domain/metadata-record/undeployed.js';
import type { Address } from '../../domain/shared/address.js';
import { contractParts, type ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { metadataLock } from '../../ports/metadata.js';
import type { MetadataNotifier, Ports, Transaction } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import { proveDeployer, type DeployerProof, type ProveDeployerError } from './prove-deployer.js';

/** A deployer's request to save fields of a record. `E` is the error of reading the fields. */
export interface SaveMetadataCommand<E> extends DeployerProof {
  /** Reads the fields to save: any result of JSON.parse. Called last, after the signature is verified. */
  readonly patch: () => Result<unknown, E>;
}

/** Error of a contract that the chain does not have, if its deployer has reached the limit on records of undeployed contracts. */
export interface ContractNotDeployed {
  readonly kind: 'contract-not-deployed';
  readonly contractId: ContractId;
}

/** Error of a save during which the chain could not be asked whether the contract exists. */
export interface ContractUnconfirmed {
  readonly kind: 'contract-unconfirmed';
  readonly contractId: ContractId;
  readonly retryAfterMs?: number | undefined;
}

/** Error of a record that would exceed its deployer's space. */
export interface DeployerQuotaExceeded {
  readonly kind: 'deployer-quota-exceeded';
  readonly deployer: Address;
  /** Size of all the deployer's records, including this one. */
  readonly bytes: number;
  readonly limit: number;
}

/** Reason why a save is refused. The proof is checked first, then the fields, the contract and the space. */
export type SaveMetadataError =
  ProveDeployerError | InvalidMetadata | ContractNotDeployed | ContractUnconfirmed | DeployerQuotaExceeded;

/** Ports that saving a record needs. */
export type SavePorts = Parameters<typeof proveDeployer>[0] &
  Pick<Ports, 'contracts' | 'metadata' | 'metadataNotifier' | 'unitOfWork'>;

export type SaveSettings = Pick<CoreSettings, 'requireBodyHash' | 'deployerBytes'>;

/**
 * Merges the sent fields into the stored record and returns the result. Saves of one record are serialised across all processes,
 * so none overwrites another. The notifier is called after the commit and is not awaited.
 */
export const makeSaveMetadata =
  (ports: SavePorts, settings: SaveSettings) =>
  async <E = never>({
    patch,
    ...proof
  }: SaveMetadataCommand<E>): Promise<Result<MetadataEntry, SaveMetadataError | E>> => {
    const { clock, unitOfWork, metadataNotifier } = ports;
    const proven = await proveDeployer(ports, proof, settings);
    if (!proven.ok) return proven;
    const contractId = proven.value;
    const fields = patch();
    if (!fields.ok) return fields;
    const deployed = await isDeployed(ports, contractId, fields.value);
    if (!deployed.ok) return deployed;
    const expiresAt = deployed.value ? undefined : new Date(clock.now().getTime() + UNDEPLOYED.keptMs);
    const store = () =>
      unitOfWork.run<MetadataEntry, InvalidMetadata | ContractNotDeployed | DeployerQuotaExceeded>(
        async (storage) => {
          await storage.lock(metadataLock(contractId));
          const stored = await storage.metadata.find(contractId);
          const merged = mergeMetadata(stored, fields.value, clock.now());
          if (!merged.ok) return merged;
          await storage.metadata.save(contractId, merged.value, expiresAt);
          const space = await checkSpace(storage, { contractId, stored, next: merged.value }, settings);
          if (!space.ok) return space;
          if (!deployed.value && exceedsUndeployed(await undeployedBeside(storage, contractId)))
            return err({ kind: 'contract-not-deployed', contractId });
          return ok({ contractId, record: merged.value });
        },
      );
    let saved = await store();
    const isFull = !saved.ok && saved.error.kind === 'contract-not-deployed';
    if (isFull && (await keepDeployed(ports, contractId))) saved = await store();
    if (saved.ok && metadataNotifier !== undefined) void notify(metadataNotifier, contractId);
    return saved;
  };

type LookUpPorts = Pick<SavePorts, 'clock' | 'contracts' | 'metadata'>;

/**
 * Whether the contract exists on the chain. The chain is asked only if the record is usable, and not again once it has confirmed
 * the contract.
 */
async function isDeployed(
  { clock, contracts, metadata }: LookUpPorts,
  contractId: ContractId,
  patch: unknown,
): Promise<Result<boolean, InvalidMetadata | ContractUnconfirmed>> {
  if (contracts === undefined) return ok(true);
  const stored = await metadata.find(contractId);
  const undeployed = stored === undefined ? [] : await undeployedBeside({ metadata }, contractId);
  if (stored !== undefined && undeployed.every((record) => record.contractId !== contractId)) return ok(true);
  const merged = mergeMetadata(stored, patch, clock.now());
  if (!merged.ok) return merged;
  const found = await contracts.exists(contractId);
  if (found.ok) return found;
  return err({ kind: 'contract-unconfirmed', contractId, retryAfterMs: found.error.retryAfterMs });
}

/**
 * The deployer's records of contracts that the chain did not have when they were saved. Reads one more than the limit, enough to
 * show that there are too many.
 */
const undeployedBeside = (
  { metadata }: Pick<SavePorts, 'metadata'>,
  contractId: ContractId,
): Promise<readonly UndeployedRecord[]> =>
  metadata.undeployedOf(contractParts(contractId).address, UNDEPLOYED.records + 1);

/** Looks for a record whose contract has been deployed since, and no longer counts it as undeployed. Returns whether there was one. */
async function keepDeployed(ports: LookUpPorts, contractId: ContractId): Promise<boolean> {
  for (const { contractId: other } of await undeployedBeside(ports, contractId)) {
    const found = await ports.contracts?.exists(other as ContractId);
    if (found?.ok !== true || !found.value) continue;
    await ports.metadata.keep(other);
    return true;
  }
  return false;
}

interface Change {
  readonly contractId: ContractId;
  readonly stored: MetadataRecord | undefined;
  readonly next: MetadataRecord;
}

/**
 * Checks the deployer's space; called after the record was saved. A record that does not grow is accepted even beyond the limit,
 * since imports may have exceeded it.
 */
async function checkSpace(
  { metadata }: Transaction,
  { contractId, stored, next }: Change,
  { deployerBytes: limit }: SaveSettings,
): Promise<Result<void, DeployerQuotaExceeded>> {
  const lengthOf = (record: MetadataRecord) => JSON.stringify(record).length;
  const grows = stored === undefined || lengthOf(next) > lengthOf(stored);
  if (limit === undefined || !grows) return ok();
  const deployer = contractParts(contractId).address;
  const bytes = await metadata.bytesOf(deployer);
  return bytes <= limit ? ok() : err({ kind: 'deployer-quota-exceeded', deployer, bytes, limit });
}

async function notify(notifier: MetadataNotifier, contractId: ContractId): Promise<void> {
  try {
    await notifier.notify(contractId);
  } catch (error) {
    notifier.notifyFailed(contractId, error);
  }
}
