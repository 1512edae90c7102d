import { mergeMetadata } from '../../domain/metadata-record/merge.js';
import type { InvalidMetadata, MetadataEntry } from '../../domain/metadata-record/metadata-record.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { metadataLock } from '../../ports/metadata.js';
import type { MetadataNotifier, Ports } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import { proveDeployer, type DeployerProof, type ProveDeployerError } from './prove-deployer.js';

/** A deployer's request to save fields of a record. `E` is the error of reading the fields. */
export interface SaveMetadataCommand<E> extends DeployerProof {
  /** Reads the fields to save, any result of JSON.parse. Called last, once the signature is verified. */
  readonly patch: () => Result<unknown, E>;
}

/** Why a save is refused: the proof first, then the fields. */
export type SaveMetadataError = ProveDeployerError | InvalidMetadata;

type Needs = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'unitOfWork' | 'metadataNotifier'>;

/**
 * Merges the sent fields into the stored record and returns the result. Saves of one record are serialised across all
 * processes, so none overwrites another. The notifier is called after the commit and is not awaited.
 */
export const makeSaveMetadata =
  (ports: Needs, settings: Pick<CoreSettings, 'requireBodyHash'>) =>
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
    const saved = await unitOfWork.run(async (storage): Promise<Result<MetadataEntry, InvalidMetadata>> => {
      await storage.lock(metadataLock(contractId));
      const merged = mergeMetadata(await storage.metadata.find(contractId), fields.value, clock.now());
      if (!merged.ok) return merged;
      await storage.metadata.save(contractId, merged.value);
      return ok({ contractId, record: merged.value });
    });
    if (saved.ok && metadataNotifier !== undefined) void notify(metadataNotifier, contractId);
    return saved;
  };

async function notify(notifier: MetadataNotifier, contractId: ContractId): Promise<void> {
  try {
    await notifier.notify(contractId);
  } catch (error) {
    notifier.notifyFailed(contractId, error);
  }
}
