import { setTimeout } from 'node:timers/promises';
import { inParallel } from '../../src/application/shared/in-parallel.js';
import { startReceiver } from '../adapters/webhooks/receiver.js';
import { Random } from '../simulation/random.js';
import { openExchange, type Exchange } from '../support/exchange.js';
import { mineUntilSettled, readOrders } from '../support/executor-runs.js';
import { hangingProxy, type HangingProxy } from '../support/hanging-proxy.js';
import { manage } from '../support/keys.js';
import { startReplicated, type ReplicatedPostgres } from '../support/replicated-postgres.js';
import { minedTransactions } from '../support/swaps-on-chain.js';
import { startTestChain, type TestChain } from '../support/test-chain.js';
import type { Run } from './check.js';
import { Client } from './client.js';
import { DEADLINE_MS, endAll, inTime, messageIn, readFeed, WIDTH } from './ending.js';
import { Recorder } from './recorder.js';

/** Processes, databases and chain of a run while its clients live. */
export interface Stage {
  readonly postgres: ReplicatedPostgres;
  /** The way to the replica, if there is one. */
  readonly replicaLink: HangingProxy | undefined;
  readonly chain: TestChain;
  /** The processes, in the order of the scene. */
  readonly exchanges: readonly Exchange[];
  /** Those that serve clients. */
  readonly hosts: readonly Exchange[];
  readonly recorder: Recorder;
}

/** Processes of a run, and what happens to them. */
export interface Scene<T> {
  /** Decides what clients do; when they do it is up to the machine. */
  readonly seed: number;
  /** Settings of each process. Those with the role `api` serve clients. */
  readonly processes: readonly (Readonly<Record<string, string>> & { readonly SLUICE_ROLES: string })[];
  readonly hasReplica?: boolean;
  /** Streams that follow each wallet, 1 when absent. */
  readonly streams?: number;
  /** Longest rest of a client between two orders, ms. */
  readonly restMs?: number;
  /** Resolves when clients have lived long enough. */
  disturb(stage: Stage): Promise<T>;
}

/** Record of a run. */
export interface Played<T> extends Run {
  readonly recorder: Recorder;
  /** What is known of orders that did not end in time; empty if all did. */
  readonly unended: readonly string[];
  readonly disturbed: T;
}

const CLIENTS = 6;
const WALLETS = 3;
const SETTINGS = { SLUICE_STUCK_MS: '500', SLUICE_BTC_SOURCES: 'fixed:100000' };

/** Whether a server says in the line that it failed a request. Quotes say so of a chain that they cannot reach. */
export const isFailure = (line: string): boolean =>
  line.includes('"status":500') && !line.includes('"chain-unreachable"');

/** Plays a scene over real processes on a Postgres with a synchronous standby, and lets every order end. */
export async function play<T>(scene: Scene<T>): Promise<Played<T>> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    return await playIn(closing, scene);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function playIn<T>(closing: (() => Promise<unknown>)[], scene: Scene<T>): Promise<Played<T>> {
  const [postgres, chain, receiver] = await Promise.all([
    startReplicated({ synchronous: true, replica: scene.hasReplica ?? false }),
    startTestChain(),
    startReceiver(),
  ]);
  closing.push(
    () => postgres.remove(),
    () => chain.close(),
    () => receiver.close(),
  );
  const replicaLink = postgres.replica && (await hangingProxy(postgres.replica.url));
  closing.push(async () => replicaLink?.close());
  const shared = { ...SETTINGS, ...(replicaLink && { DATABASE_READ_URL: replicaLink.url }) };
  const exchanges = await Promise.all(
    scene.processes.map((settings) => openExchange(chain, postgres.url, { ...shared, ...settings })),
  );
  closing.push(() => Promise.all(exchanges.map((exchange) => exchange.close())));
  const hosts = exchanges.filter((_, n) => scene.processes[n]!.SLUICE_ROLES.includes('api'));
  const wallets = chain.devnet.accounts.slice(0, WALLETS);
  const [hooked] = wallets;
  const hook = { method: 'POST', path: '/webhooks', action: 'create_webhook', url: receiver.url };
  const { status } = await manage(hosts[0]!, hook, hooked!);
  if (status !== 200) throw new Error(`no webhook was created: ${status}`);

  const recorder = new Recorder();
  let [isPlacing, last]: [boolean, number | undefined] = [true, undefined];
  const followers = wallets.flatMap(({ address }) =>
    Array.from({ length: scene.streams ?? 1 }, (_, n) =>
      recorder.follow(address, [...hosts.slice(n), ...hosts.slice(0, n)], () => last),
    ),
  );
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    const as = { name: `client ${n + 1}`, wallet: wallets[n % wallets.length]! };
    const client = new Client(recorder, hosts, as);
    const random = new Random(scene.seed * 1_000 + n);
    while (isPlacing) {
      await client.live(random);
      if (scene.restMs !== undefined) await setTimeout(random.below(scene.restMs));
    }
  });
  closing.push(async () => {
    isPlacing = false;
    recorder.end();
    await Promise.allSettled([...clients, ...followers]);
  });
  const disturbed = await scene.disturb({ postgres, replicaLink, chain, exchanges, hosts, recorder });
  isPlacing = false;
  await Promise.all(clients);

  const uuids = await endAll(recorder, { hosts, wallets, databaseUrl: postgres.url });
  const unended: string[] = [];
  // The checker may know why.
  const settled = mineUntilSettled(chain, hosts[0]!, uuids, DEADLINE_MS, recorder.seen);
  const stored = await settled.catch((error: Error) => {
    unended.push(error.message);
    return readOrders(hosts[0]!, uuids, recorder.seen);
  });
  const closer = new Client(recorder, hosts, { name: 'last reader', wallet: wallets[0]! });
  await inParallel([...recorder.orders.keys()], WIDTH, (uuid) => closer.readAll(uuid));

  const feed = await readFeed(postgres.url);
  last = feed.at(-1)!.position;
  await Promise.race([Promise.all(followers), setTimeout(DEADLINE_MS, undefined, { ref: false })]);
  recorder.end();
  await Promise.all(followers);
  const messages = () => receiver.received.map(messageIn);
  const owned = new Set(
    [...recorder.orders.values()].filter(({ owner }) => owner === hooked!.address).map(({ uuid }) => uuid),
  );
  const expected = feed.filter(({ uuid }) => owned.has(uuid)).length;
  await inTime(() => new Set(messages().map(({ uuid, seq }) => `${uuid} ${seq}`)).size >= expected);
  // Those of the servers' last lives.
  recorder.surprises.push(...exchanges.flatMap((exchange) => exchange.sluice().log).filter(isFailure));
  return {
    recorder,
    orders: [...recorder.orders.values()],
    feed,
    followers: recorder.followers,
    deliveries: [{ owner: hooked!.address, messages: messages() }],
    stored,
    unended,
    mined: await minedTransactions(chain),
    disturbed,
  };
}
