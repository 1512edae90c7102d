import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { handleOf, idFor, type Reader } from '../../../src/domain/order/terms/handle.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import { AN_OWNER, anOpenOrder, ANOTHER_OWNER, handleFor, uuidOf } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';

describe('handleOf', () => {
  it('returns the handle that other servers of the protocol publish for a uuid', () => {
    expect(handleOf('df531665-1de2-49bd-8ac1-41113eb8bdd4' as OrderUuid, sha256)).toBe(
      'bb5610f2-a0f8-4469-8057-3af228b594e7',
    );
  });

  it('returns a version 4 UUID that shares at most a few characters with the uuid, for any uuid', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const handle = handleOf(uuid as OrderUuid, sha256);
        expect(handle).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(handle.slice(0, 8)).not.toBe(uuid.slice(0, 8));
      }),
      { seed: 14 },
    );
  });
});

describe('idFor', () => {
  const uuid = 'df531665-1de2-49bd-8ac1-41113eb8bdd4' as OrderUuid;
  const handle = handleFor(uuid);
  it.each<[string, Reader, string]>([
    ['the handle to a reader who proved nothing', {}, handle],
    ['the handle to a reader who named the handle', { ref: handle }, handle],
    ['the handle to the owner of other orders', { owner: ANOTHER_OWNER, ref: handle }, handle],
    ['the handle to a reader who named another uuid', { ref: uuidOf(2) }, handle],
    ['the uuid to a reader who named it, in any case', { ref: uuid.toUpperCase() }, uuid],
    ['the uuid to the owner who named the handle', { owner: AN_OWNER, ref: handle }, uuid],
    ['the uuid to the owner who lists orders', { owner: AN_OWNER }, uuid],
  ])('returns %s', (_, reader, expected) => {
    expect(idFor(reader, anOpenOrder({ uuid, owner: AN_OWNER }))).toBe(expected);
  });
});
