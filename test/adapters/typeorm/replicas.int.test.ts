import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  asCallersWork,
  inspectReplicas,
  openStorage,
  type Storage,
} from '../../../src/adapters/typeorm/index.js';
import type { OrderQuery, ReplicaStanding, StorageReplicas } from '../../../src/ports/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, uuidOf } from '../../support/builders.js';
import { coreHarness, signedInput } from '../../support/core-harness.js';
import { until } from '../../support/own-cluster.js';
import { aRun } from '../../support/price-runs.js';
import { startReplicated, type ReplicatedPostgres } from '../../support/replicated-postgres.js';

const OUTAGE = { name: 'StorageFailure', isOutage: true };
const FAR = '99999999999999999999';
const PAGE: OrderQuery = { sortBy: 'createdAt', sortOrder: 'desc', offset: 0, limit: 10 };

describe('reads on a replica', () => {
  let servers: ReplicatedPostgres;
  let storage: Storage;
  let replicas: StorageReplicas;
  let last = 0;

  const inUse = () =>
    until(async () => {
      await replicas.check();
      return replicas.standing().every(({ problem }) => problem === undefined);
    });
  const nextOrder = () => anOpenOrder({ uuid: uuidOf(++last) });
  /** Runs the request of a caller that has seen the position. Resolves to the result and to what the caller has seen then. */
  const request = <T>(seen: string | undefined, work: () => Promise<T>) =>
    asCallersWork(() =>
      replicas.positions.during(seen, async () => ({
        result: await work(),
        seen: replicas.positions.seen(),
      })),
    );
  const place = (order = nextOrder()) =>
    request(undefined, async () => {
      unwrap(await storage.ports.orders.insert(order));
      return order.terms.uuid;
    });
  const find = (uuid = uuidOf(last), seen?: string) =>
    request(seen, () => replicas.callersReads.orders.findById(uuid));
  /** The server that serves what the work reads. */
  const servedBy = async (work: () => Promise<unknown>) => {
    const before = { ...replicas.served() };
    await work();
    const after = replicas.served();
    const counts = { replica: after.replica - before.replica, primary: after.primary - before.primary };
    return counts.replica > 0 && counts.primary > 0 ? 'both' : counts.replica > 0 ? 'replica' : 'primary';
  };

  beforeAll(async () => {
    servers = await startReplicated();
    storage = await openStorage(servers.url, { replicas: [servers.standby.url] });
    replicas = storage.replicas!;
  });
  afterAll(async () => {
    await storage.close();
    await servers.remove();
  });
  beforeEach(async () => {
    await servers.caughtUp();
    await inUse();
  });

  it('serves every read for callers, once it has replayed what the primary had', async () => {
    const { result: uuid } = await place();
    await servers.caughtUp();
    expect(await servedBy(() => find(uuid))).toBe('replica');
    expect((await find(uuid)).result).toMatchObject({ status: 'open' });
    expect(await servedBy(() => request(undefined, () => replicas.callersReads.orders.listPage(PAGE)))).toBe(
      'replica',
    );
    const deep = { ...PAGE, offset: 5_000 };
    expect(await servedBy(() => request(undefined, () => replicas.callersReads.orders.listPage(deep)))).toBe(
      'replica',
    );
  });

  it('returns to a writer a position that the replica has once it has the write', async () => {
    const { result: uuid, seen } = await place();
    expect(seen).toMatch(/^\d+$/);
    await servers.caughtUp();
    expect(await servedBy(() => find(uuid, seen))).toBe('replica');
    expect((await find(uuid, seen)).result).toMatchObject({ status: 'open' });
  });

  it('shows a writer its write from the primary while the replica does not replay, and others the replica', async () => {
    const resume = await servers.standby.pauseReplay();
    const { result: uuid, seen } = await place();
    expect(await servedBy(() => find(uuid, seen))).toBe('primary');
    expect((await find(uuid, seen)).result).toMatchObject({ status: 'open' });
    expect(await servedBy(() => find(uuid))).toBe('replica');
    expect((await find(uuid)).result).toBeUndefined();
    await resume();
  });

  it('shows no caller an older state than one that it was shown', async () => {
    const resume = await servers.standby.pauseReplay();
    const { result: uuid, seen } = await place();
    const { result: later } = await place();
    // The primary serves this read, so the caller sees the later order, too.
    const { seen: now } = await find(later, seen);
    expect((await find(later, now)).result).toMatchObject({ status: 'open' });
    // The feed shows the orders to everyone.
    expect((await storage.ports.feed.read({ after: 0, limit: 1_000 })).length).toBe(0);
    expect((await find(uuid)).result).toBeUndefined();
    await storage.ports.unitOfWork.run(async ({ events }) => {
      await events.begin([{ uuid, event: { type: 'created', at: new Date(), facts: {} } }]);
      return { ok: true, value: undefined };
    });
    expect((await storage.ports.feed.read({ after: 0, limit: 1_000 })).length).toBe(1);
    expect((await find(uuid)).result).toMatchObject({ status: 'open' });
    await resume();
    await servers.caughtUp();
    expect(await servedBy(() => find(uuid))).toBe('replica');
  });

  it.each([FAR, 'garbage', '-1', '1e3', ''])(
    'responds to a caller that claims the position %j',
    async (seen) => {
      const { result: uuid } = await place();
      await servers.caughtUp();
      expect(await servedBy(() => find(uuid, seen))).toBe(seen === FAR ? 'primary' : 'replica');
      expect(await servedBy(() => find(uuid))).toBe('replica');
    },
  );

  it('lets no caller take long reads to the primary by a claim', async () => {
    const pages = [
      { ...PAGE, offset: 5_000 },
      { ...PAGE, search: 'abc' as never },
    ];
    for (const page of pages)
      await expect(request(FAR, () => replicas.callersReads.orders.listPage(page))).rejects.toMatchObject(
        OUTAGE,
      );
    const { owner } = anOpenOrder().terms;
    const own = { ...PAGE, owner };
    expect(await servedBy(() => request(FAR, () => replicas.callersReads.orders.listPage(own)))).toBe(
      'primary',
    );
  });

  it('serves past prices, on the replica as on the primary', async () => {
    const { prices } = storage.ports;
    const run = aRun(1_700_000_100, [2], 50_000);
    unwrap(await prices.record(run));
    await servers.caughtUp();
    const [token] = [...run.prices.keys()];
    const from = 1_699_999_800;
    for (const days of [1, 100]) {
      const window = [token!, 'usd', from, from + days * 86_400] as const;
      expect(await servedBy(() => replicas.callersReads.prices.slots(...window))).toBe('replica');
      expect(await replicas.callersReads.prices.slots(...window)).toEqual(await prices.slots(...window));
    }
    const days = [token!, 'usd', 0, from] as const;
    expect(await replicas.callersReads.prices.days(...days)).toEqual(await prices.days(...days));
  });

  it('is distinguished from the primary itself, and from a server that does not respond, by a check of the settings', async () => {
    const urls = [servers.standby.url, servers.url, 'postgres://sluice@127.0.0.1:1/sluice'];
    const found = await inspectReplicas(servers.url, urls, undefined);
    expect(found.map(({ problem }) => problem)).toEqual([undefined, 'not-a-standby', 'unreachable']);
  });

  it('streams every order from the replica', async () => {
    const read = async () => {
      const found = [];
      for await (const order of replicas.callersReads.orders.stream()) found.push(order.terms.uuid);
      return found.length;
    };
    expect(await servedBy(read)).toBe('replica');
    expect(await read()).toBe(last);
  });

  it('takes over again only with everything that the primary served meanwhile', async () => {
    const changes: ReplicaStanding[] = [];
    const stop = replicas.onChange((standing) => changes.push(standing));
    await servers.killStandby();
    const { result: uuid } = await place();
    for (let n = 0; n < 20; n++) expect((await find(uuid)).result).toMatchObject({ status: 'open' });
    expect(
      await servedBy(() =>
        request(undefined, () => replicas.callersReads.orders.listPage({ ...PAGE, offset: 2_000 })),
      ),
    ).toBe('primary');
    await replicas.check();
    await replicas.check();
    expect(changes).toEqual([{ replica: 1, problem: 'unreachable', lagMs: expect.any(Number) }]);
    await servers.startStandby();
    await inUse();
    expect(await servedBy(() => find(uuid))).toBe('replica');
    expect((await find(uuid)).result).toMatchObject({ status: 'open' });
    stop();
  });

  it('returns a position behind its write to each caller whose order shares a commit with others', async () => {
    const resume = await servers.standby.pauseReplay();
    const { core } = coreHarness({ storage: storage.ports });
    const placed = await Promise.all(
      Array.from({ length: 20 }, () => {
        const uuid = uuidOf(++last);
        return request(undefined, async () => {
          unwrap(await core.orders.placeJson(signedInput({ uuid })));
          return uuid;
        });
      }),
    );
    const serving = new Set<string>();
    for (const { result: uuid, seen } of placed) serving.add(await servedBy(() => find(uuid, seen)));
    await resume();
    expect(serving).toEqual(new Set(['primary']));
  });
});
