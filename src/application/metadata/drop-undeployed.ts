import { UNDEPLOYED } from '../../domain/metadata-record/undeployed.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { Ports } from '../../ports/index.js';

/** Records checked per run: more than can be saved between two runs, since each save costs a look-up as well. */
const MOST = 500;

/**
 * Drops records whose contracts are still not on the chain when they expire, and keeps the others for good. If the chain cannot
 * be asked, they wait for the next run.
 */
export const makeDropUndeployed =
  ({ clock, contracts, metadata }: Pick<Ports, 'clock' | 'contracts' | 'metadata'>) =>
  async (): Promise<void> => {
    if (contracts === undefined) return;
    const now = clock.now();
    for (const contractId of await metadata.expiredBefore(now, MOST)) {
      const found = await contracts.exists(contractId as ContractId);
      if (!found.ok) break;
      if (found.value) await metadata.keep(contractId);
      else await metadata.dropExpired(contractId, now);
    }
    await metadata.forgetDropped(new Date(now.getTime() - UNDEPLOYED.keptMs));
  };
