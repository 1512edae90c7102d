import { expect, describe, it } from '@jest/globals';
import { claimFor } from '../../src/domain/idempotency/idempotency.js';
import { windowStart } from '../../src/domain/api-key/rate-window.js';
import { keyIdOf } from '../support/api-keys.js';
import { T0 } from '../support/builders.js';
import { coreHarness } from '../support/core-harness.js';

const HOUR_MS = 60 * 60 * 1000;
const [HASH, ID] = ['a'.repeat(64), 'b'.repeat(64)];

describe('makeTidy', () => {
  it('deletes messages, rate windows and idempotency entries once expired and not before', async () => {
    const { core, ports, clock } = coreHarness();
    const window = windowStart(T0);
    await ports.signedMessages.insert(HASH, new Date(T0.getTime() + HOUR_MS));
    await ports.rates.add(keyIdOf(1), window, 3);
    await ports.idempotency.insert(claimFor(ID, HASH, T0));

    clock.advance(HOUR_MS);
    await core.maintenance.tidy();
    expect((await ports.signedMessages.insert(HASH, clock.now())).ok).toBe(false);
    expect(await ports.rates.add(keyIdOf(1), window, 1)).toBe(3);
    expect(await ports.idempotency.find(ID)).toBeDefined();

    clock.advance(24 * HOUR_MS);
    await core.maintenance.tidy();
    expect((await ports.signedMessages.insert(HASH, clock.now())).ok).toBe(true);
    expect(await ports.rates.add(keyIdOf(1), window, 1)).toBe(0);
    expect(await ports.idempotency.find(ID)).toBeUndefined();
  });
});
