import { mergeMetadata } from '../../domain/metadata-record/merge.js';
import type { InvalidMetadata, MetadataEntry } from '../../domain/metadata-record/metadata-record.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { metadataLock } from '../../ports/metadata-repository.js';
import type { Ports, TokenReader } from '../../ports/index.js';
import { makeProveDeployer, type DeployerProof, type ProveDeployerError } from './prove-deployer.js';

export interface SaveMetadataCommand<E> extends DeployerProof {
  /** Reads the fields to save, any value that JSON.parse made. Asked last, once the signature is known to be good. */
  readonly patch: () => Result<unknown, E>;
}

export type SaveMetadataError = ProveDeployerError | InvalidMetadata;

/**
 * Puts the fields sent in the place of the stored ones and answers the record as saved. Saves of one record take turns,
 * in all processes, so each sees what those before it stored. The token reader is told afterwards; nobody waits for it.
 */
export type SaveMetadata = <E = never>(
  command: SaveMetadataCommand<E>,
) => Promise<Result<MetadataEntry, SaveMetadataError | E>>;

type Needs = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'unitOfWork' | 'tokenReader'>;

export const makeSaveMetadata = (
  ports: Needs,
  settings: { readonly requireBodyHash: boolean },
): SaveMetadata => {
  const { clock, unitOfWork, tokenReader } = ports;
  const proveDeployer = makeProveDeployer(ports, settings);
  return async ({ patch, ...proof }) => {
    const proven = proveDeployer(proof);
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
    if (saved.ok && tokenReader !== undefined) void tell(tokenReader, contractId);
    return saved;
  };
};

async function tell(reader: TokenReader, contractId: ContractId): Promise<void> {
  try {
    await reader.reread(contractId);
  } catch (error) {
    reader.rereadFailed(contractId, error);
  }
}
