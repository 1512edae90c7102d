import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { createCore } from '../../../src/application/core.js';
import { replayEnds } from '../../../src/application/recovery/replay-ends.js';
import { webhookHash, type End } from '../../../src/domain/operator/end.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { EndsLog } from '../../../src/ports/index.js';
import { StorageFailure } from '../../../src/ports/index.js';
import { aKey } from '../../../src/testing/api-keys.js';
import { aWebhook } from '../../../src/testing/webhooks.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, UNGUARDED } from '../../support/core-harness.js';
import { execute, orderOf, place, typesOf } from '../../support/order-steps.js';

const NOTHING = { orders: 0, keys: 0, webhooks: 0, switched: false };

/** A log whose content the test sets; it takes nothing while `isFull`. */
function someLog(ends: readonly End[] = []) {
  const held = [...ends];
  const state = { isFull: false };
  const log: EndsLog = {
    append: async (more) => {
      if (state.isFull) throw new StorageFailure('no space left on device', 'ENOSPC', true);
      held.push(...more);
    },
    since: async function* (at) {
      yield* held.filter((end) => end.at >= at);
    },
    beganAt: async () => new Date(0),
    check: async () => {},
    deleteBefore: async () => {},
  };
  return { log, held, state };
}

async function threeOrders() {
  const storage = memoryStorage();
  const harness = coreHarness({ storage });
  for (const n of [1, 2, 3]) await place(harness, n);
  const handles = await Promise.all(
    [1, 2, 3].map(async (n) => (await orderOf(harness, n)).terms.handle as string),
  );
  return { harness, handles, ports: harness.ports };
}

describe('ends that are replayed', () => {
  it('cancel orders, revoke keys, delete webhooks and set the switch, once however often they are in the log', async () => {
    const { harness, handles, ports } = await threeOrders();
    const [key, webhook] = [aKey(1), aWebhook(1)];
    await ports.apiKeys.insert(key);
    await ports.webhooks.insert(webhook);
    const at = T0;
    const hash = webhookHash(webhook.id, ports.hasher.sha256);
    const ends: End[] = [
      { kind: 'cancel', at, hash: handles[0]! },
      { kind: 'oco', at, hash: handles[1]! },
      { kind: 'revoke', at, hash: key.hash },
      { kind: 'delete-webhook', at, hash },
      { kind: 'pause', at, hash: '-' },
      { kind: 'cancel', at, hash: 'a0a0a0a0-0000-4000-8000-ffffffffffff' },
    ];
    const { log } = someLog([...ends, ...ends]);
    expect(await replayEnds(ports, log, T0)).toEqual({ orders: 2, keys: 1, webhooks: 1, switched: true });
    expect(await orderOf(harness, 1)).toMatchObject({ status: 'cancelled', cancelReason: 'owner' });
    expect(await orderOf(harness, 2)).toMatchObject({ status: 'cancelled', cancelReason: 'oco' });
    expect(await orderOf(harness, 3)).toMatchObject({ status: 'open' });
    expect(await ports.apiKeys.findByHash(key.hash)).toMatchObject({ revokedAt: at });
    expect(await ports.sendingSwitch.position()).toMatchObject({ isPaused: true, by: 'the log of ends' });
    expect(await replayEnds(ports, log, T0)).toEqual(NOTHING);
    expect(await typesOf(harness, 1)).toEqual(['created', 'cancelled']);
  });

  it('have settlement end an order whose swap is in the mempool, as its owner has asked', async () => {
    const { harness, handles, ports } = await threeOrders();
    await execute(harness, 1);
    const { log } = someLog([{ kind: 'cancel', at: T0, hash: handles[0]! }]);
    expect(await replayEnds(ports, log, T0)).toEqual({ ...NOTHING, orders: 1 });
    expect(await orderOf(harness, 1)).toMatchObject({ status: 'broadcasted', ending: 'owner' });
    expect(await replayEnds(ports, log, T0)).toEqual(NOTHING);
  });

  it('leave a switch alone that was set after them, and apply the last one otherwise', async () => {
    const { ports } = await threeOrders();
    const later = new Date(T0.getTime() + 1_000);
    const { log } = someLog([
      { kind: 'resume', at: later, hash: '-' },
      { kind: 'pause', at: T0, hash: '-' },
    ]);
    await ports.sendingSwitch.set({ isPaused: true, at: new Date(later.getTime() + 1), by: 'alice' });
    expect(await replayEnds(ports, log, T0)).toEqual(NOTHING);
    await ports.sendingSwitch.set({ isPaused: true, at: T0, by: 'alice' });
    expect(await replayEnds(ports, log, T0)).toEqual({ ...NOTHING, switched: true });
    expect(await ports.sendingSwitch.position()).toMatchObject({ isPaused: false });
  });
});

describe('a core with a log of ends', () => {
  async function logging() {
    const { log, held, state } = someLog();
    const harness = coreHarness();
    const ports = { ...harness.ports, ends: log };
    const core = createCore(ports, { ...UNGUARDED, ownerInFlight: 1_000 });
    await place({ core });
    const handle = unwrap(await core.orders.get(uuidOf(1))).terms.handle;
    const cancel = () => core.orders.cancel({ ref: uuidOf(1), authorization: HOST });
    const status = async () => unwrap(await core.orders.get(uuidOf(1))).status;
    return { core, ports, held, state, handle, cancel, status };
  }

  it('ends nothing while the log accepts nothing, and logs the hash of what it ends once it does', async () => {
    const { cancel, status, held, state, handle } = await logging();
    state.isFull = true;
    await expect(cancel()).rejects.toThrow('no space left on device');
    expect([await status(), held]).toEqual(['open', []]);
    state.isFull = false;
    unwrap(await cancel());
    expect(await status()).toBe('cancelled');
    expect(held).toEqual([{ kind: 'cancel', at: T0, hash: handle }]);
    expect(JSON.stringify(held)).not.toContain(uuidOf(1));
  });

  it('detects a database that went back by what the log has as ended and the database as open, and ends it again', async () => {
    const { core, held, handle, status } = await logging();
    unwrap(await core.database.compare());
    expect(await core.database.look()).toBeUndefined();
    held.push({ kind: 'cancel', at: new Date(T0.getTime() + 1_000), hash: handle });
    unwrap(await core.database.compare());
    const displaced = await core.database.look();
    expect(displaced).toMatchObject({ kind: 'went-back' });
    unwrap(await core.database.recover(displaced!));
    expect(await status()).toBe('cancelled');
    expect(await core.database.look()).toBeUndefined();
    unwrap(await core.database.compare());
    expect(await core.database.look()).toBeUndefined();
  });

  it.each(['revoke', 'pause'] as const)(
    'detects a database that went back by the missing %s',
    async (kind) => {
      const { core, held, ports } = await logging();
      const key = aKey(1);
      await ports.apiKeys.insert(key);
      held.push({ kind, at: T0, hash: kind === 'pause' ? '-' : key.hash });
      unwrap(await core.database.compare());
      expect(await core.database.look()).toMatchObject({ kind: 'went-back' });
    },
  );

  it('compares nothing with a log that holds unknown orders and keys', async () => {
    const { core, held } = await logging();
    held.push({ kind: 'cancel', at: T0, hash: 'a0a0a0a0-0000-4000-8000-ffffffffffff' });
    held.push({ kind: 'revoke', at: T0, hash: aKey(2).hash });
    unwrap(await core.database.compare());
    expect(await core.database.look()).toBeUndefined();
  });
});
