import { mergeMetadata } from '../../domain/metadata-record/merge.js';
import type {
  InvalidMetadata,
  MetadataEntry,
  MetadataRecord,
} from '../../domain/metadata-record/metadata-record.js';
import type { Address } from '../../domain/shared/address.js';
import { contractParts, type ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { metadataLock } from '../../ports/metadata.js';
import type { MetadataNotifier, Ports, Transaction } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import { proveDeployer, type DeployerProof, type ProveDeployerError } from './prove-deployer.js';

/** A deployer's request to save fields of a record. `E` is the error of reading the fields. */
export interface SaveMetadataCommand<E> extends DeployerProof {
  /** Reads the fields to save, any result of JSON.parse. Called last, once the signature is verified. */
  readonly patch: () => Result<unknown, E>;
}

/** The chain has no such contract. */
export interface ContractNotDeployed {
  readonly kind: 'contract-not-deployed';
  readonly contractId: ContractId;
}

/** The chain could not be asked whether it has the contract. */
export interface ContractUnconfirmed {
  readonly kind: 'contract-unconfirmed';
  readonly contractId: ContractId;
  readonly retryAfterMs?: number | undefined;
}

/** The record would make those of its deployer larger than they may be. */
export interface DeployerQuotaExceeded {
  readonly kind: 'deployer-quota-exceeded';
  readonly deployer: Address;
  /** With the record, and at most. */
  readonly bytes: number;
  readonly limit: number;
}

/** Why a save is refused: the proof first, then the fields, then the contract, then the space. */
export type SaveMetadataError =
  ProveDeployerError | InvalidMetadata | ContractNotDeployed | ContractUnconfirmed | DeployerQuotaExceeded;

/** What saving a record needs. */
export type SavePorts = Pick<
  Ports,
  | 'clock'
  | 'contracts'
  | 'hasher'
  | 'metadata'
  | 'metadataNotifier'
  | 'registry'
  | 'signatures'
  | 'unitOfWork'
>;

export type SaveSettings = Pick<CoreSettings, 'requireBodyHash' | 'deployerBytes'>;

/**
 * Merges the sent fields into the stored record and returns the result. Saves of one record are serialised across all
 * processes, so none overwrites another. The notifier is called after the commit and is not awaited.
 */
export const makeSaveMetadata =
  (ports: SavePorts, settings: SaveSettings) =>
  async <E = never>({
    patch,
    ...proof
  }: SaveMetadataCommand<E>): Promise<Result<MetadataEntry, SaveMetadataError | E>> => {
    const { clock, unitOfWork, metadataNotifier } = ports;
    const proven = proveDeployer(ports, proof, settings);
    if (!proven.ok) return proven;
    const contractId = proven.value;
    const fields = patch();
    if (!fields.ok) return fields;
    const known = await checkKnown(ports, contractId, fields.value);
    if (!known.ok) return known;
    const saved = await unitOfWork.run<MetadataEntry, InvalidMetadata | DeployerQuotaExceeded>(
      async (storage) => {
        await storage.lock(metadataLock(contractId));
        const stored = await storage.metadata.find(contractId);
        const merged = mergeMetadata(stored, fields.value, clock.now());
        if (!merged.ok) return merged;
        await storage.metadata.save(contractId, merged.value);
        const space = await checkSpace(storage, { contractId, stored, next: merged.value }, settings);
        return space.ok ? ok({ contractId, record: merged.value }) : space;
      },
    );
    if (saved.ok && metadataNotifier !== undefined) void notify(metadataNotifier, contractId);
    return saved;
  };

/** Whether the contract has a record, or else may get this one: the chain is asked about a usable record only. */
async function checkKnown(
  { clock, contracts, metadata }: Pick<SavePorts, 'clock' | 'contracts' | 'metadata'>,
  contractId: ContractId,
  patch: unknown,
): Promise<Result<void, InvalidMetadata | ContractNotDeployed | ContractUnconfirmed>> {
  if (contracts === undefined || (await metadata.find(contractId)) !== undefined) return ok();
  const first = mergeMetadata(undefined, patch, clock.now());
  if (!first.ok) return first;
  const found = await contracts.exists(contractId);
  if (!found.ok) {
    const { retryAfterMs } = found.error;
    return err({ kind: 'contract-unconfirmed', contractId, retryAfterMs });
  }
  return found.value ? ok() : err({ kind: 'contract-not-deployed', contractId });
}

interface Change {
  readonly contractId: ContractId;
  readonly stored: MetadataRecord | undefined;
  readonly next: MetadataRecord;
}

/** Call once the record is saved. A record that does not grow is fine: imports may have gone beyond the limit. */
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
