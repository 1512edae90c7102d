import type { TokenUri } from '../../domain/metadata-record/token-uri.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { TokenUriRepository } from '../../ports/token-uris.js';
import type { Session } from './tables.js';

export class InMemoryTokenUriRepository implements TokenUriRepository {
  constructor(private readonly session: Session) {}

  all(): Promise<readonly TokenUri[]> {
    return this.session.read(({ tokenUris }) => [...tokenUris.values()]);
  }

  save(found: TokenUri): Promise<void> {
    const copy = structuredClone(found);
    return this.session.write(({ tokenUris }) => void tokenUris.set(copy.contractId, copy));
  }

  haste(contracts: readonly ContractId[], dueAt: Date): Promise<void> {
    return this.session.write(({ tokenUris }) => {
      for (const id of contracts) {
        const found = tokenUris.get(id);
        if (found !== undefined && found.dueAt > dueAt) tokenUris.set(id, { ...found, dueAt });
      }
    });
  }
}
