import { UNDEPLOYED } from '../../domain/metadata-record/undeployed.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { Ports } from '../../ports/index.js';

/** Maximum number of records checked per run. Fewer can be saved between two runs, since each save costs a look-up as well. */
const MOST = 500;

/**
 * Goes through the expired records, drops those whose contracts are still not on the chain, and keeps the others for good. If the
 * chain cannot be asked, the rest wait for the next run.
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
