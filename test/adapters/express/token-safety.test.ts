import { describe, expect, it, jest } from '@jest/globals';
import { NO_FACTS, type SafetyFacts } from '../../../src/domain/token-safety/safety-facts.js';
import { tokenSafety } from '../../../src/domain/token-safety/token-safety.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { T0 } from '../../support/builders.js';
import { responseCheck } from './described.js';
import { aMetadataService } from './metadata-service.js';

const FACTS: SafetyFacts = {
  ...NO_FACTS,
  mint: { who: 'owner', by: ['contract-owner'], functions: ['mint', 'mint-many'] },
  take: { who: 'no', by: [], functions: [] },
};

describe('GET /metadata/{contractId}/safety', () => {
  it('responds with who may do what and the evidence, without what is not known, and 404 before the contract is read', async () => {
    const { check, notProduced } = responseCheck();
    const service = aMetadataService();
    const listed = service.ports.registry.current().tokens.filter(({ contractId }) => contractId !== STX);
    const [full, sparse, unread] = listed.map(({ contractId }) => contractId);
    const stored = { uri: undefined, facts: {}, failures: 0, dueAt: T0 };
    const known = { height: 7, deployedAt: T0, holders: 0 };
    await service.ports.tokenUris.save({
      ...stored,
      contractId: full!,
      safety: tokenSafety(FACTS, known, T0),
    });
    await service.ports.tokenUris.save({
      ...stored,
      contractId: sparse!,
      safety: tokenSafety(FACTS, {}, T0),
    });

    const response = await service.get(`/${full}/safety`);
    check(response);
    expect(response.body).toEqual({
      contractId: full,
      ...FACTS,
      deployedHeight: 7,
      deployedAt: T0.toISOString(),
      holders: 0,
      readAt: T0.toISOString(),
    });
    expect(response.get('cache-control')).toBe('public, max-age=300');
    const other = await service.get(`/${sparse}/safety`);
    check(other);
    expect(other.body).toEqual({ contractId: sparse, ...FACTS, readAt: T0.toISOString() });
    for (const id of [unread, 'nonsense', '__proto__']) {
      const refused = await service.get(`/${id}/safety`);
      check(refused);
      expect([refused.status, refused.body]).toMatchObject([404, { code: 'token-not-examined' }]);
    }
    check(await service.get('/%E0%A4%A/safety'));
    jest.spyOn(service.ports.tokenUris, 'all').mockRejectedValue(new Error('down'));
    check(await service.get(`/${full}/safety`));
    expect(notProduced(['tokenSafety'])).toEqual([]);
  });
});
