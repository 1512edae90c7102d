import { setInterval, setTimeout } from 'node:timers/promises';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { inParallel } from '../../src/application/shared/in-parallel.js';
import { startReceiver } from '../adapters/webhooks/receiver.js';
import { Random } from '../simulation/random.js';
import { openExchange, type Exchange, type OrderBody } from '../support/exchange.js';
import { endClaims, FIRES_AT_ONCE, mineUntilSettled, readOrders } from '../support/executor-runs.js';
import { manage } from '../support/keys.js';
import { startReplicated } from '../support/replicated-postgres.js';
import { minedTransactions } from '../support/swaps-on-chain.js';
import { startTestChain, type Wallet } from '../support/test-chain.js';
import type { Run } from './check.js';
import { Faults } from './faults.js';
import type { Deliveries, Feed } from './history.js';
import { Recorder, type Plan } from './recorder.js';

/** Round of the chaos run. */
export interface Round {
  /** Decides what clients and faults do; when it happens is up to the machine. */
  readonly seed: number;
  /** Kills, in the middle of which the standby takes over. */
  readonly kills: number;
}

/** Record of a round. */
export interface Played extends Run {
  readonly recorder: Recorder;
  /** What is known of orders that did not end in time; empty if all did. */
  readonly unended: readonly string[];
  readonly nodeFaults: number;
  readonly orphanedBlocks: number;
  readonly pauses: number;
}

const CLIENTS = 6;
const CALLS_BETWEEN_KILLS = 50;
const SETTINGS = { SLUICE_STUCK_MS: '500', SLUICE_BTC_SOURCES: 'fixed:100000' };
const ROLES = ['api', 'api,webhooks', 'executor', 'executor'];
/** Requests at a time of what comes after the clients. */
const WIDTH = 8;
const DEADLINE_MS = 60_000;
const TICK_MS = 100;

/** Plays a round over real processes, with kills, pauses, node faults and a failover, and lets every order end. */
export async function play({ seed, kills }: Round): Promise<Played> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    return await playIn(closing, { seed, kills });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function playIn(closing: (() => Promise<unknown>)[], { seed, kills }: Round): Promise<Played> {
  const [postgres, chain, receiver] = await Promise.all([
    startReplicated({ synchronous: true }),
    startTestChain(),
    startReceiver(),
  ]);
  closing.push(
    () => postgres.remove(),
    () => chain.close(),
    () => receiver.close(),
  );
  const exchanges = await Promise.all(
    ROLES.map((roles) => openExchange(chain, postgres.url, { ...SETTINGS, SLUICE_ROLES: roles })),
  );
  closing.push(() => Promise.all(exchanges.map((exchange) => exchange.close())));
  const hosts = exchanges.slice(0, 2);
  const wallets = chain.devnet.accounts.slice(0, 3);
  const [hooked] = wallets;
  const hook = { method: 'POST', path: '/webhooks', action: 'create_webhook', url: receiver.url };
  const { status } = await manage(hosts[0]!, hook, hooked!);
  if (status !== 200) throw new Error(`no webhook was created: ${status}`);

  const recorder = new Recorder();
  let [isPlacing, last]: [boolean, number | undefined] = [true, undefined];
  const followers = wallets.map(({ address }) => recorder.follow(address, hosts, () => last));
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    const client = new Client(recorder, hosts, {
      name: `client ${n + 1}`,
      wallet: wallets[n % wallets.length]!,
    });
    const random = new Random(seed * 1_000 + n);
    while (isPlacing) await client.live(random);
  });
  const faults = new Faults(chain, exchanges, new Random(seed));
  const troubling = faults.trouble(() => isPlacing);
  closing.push(async () => {
    isPlacing = false;
    recorder.end();
    await Promise.allSettled([...clients, ...followers, troubling]);
  });
  for (let n = 0; n < kills; n++) {
    await recorder.untilAnswered(CALLS_BETWEEN_KILLS);
    if (n === Math.floor(kills / 2)) await postgres.failOver();
    await faults.strike(postgres.url);
  }
  await recorder.untilAnswered(CALLS_BETWEEN_KILLS);
  isPlacing = false;
  await Promise.all([...clients, troubling]);

  const uuids = await endAll(recorder, { hosts, wallets, databaseUrl: postgres.url });
  const unended: string[] = [];
  // The checker may know why.
  const stored = await mineUntilSettled(chain, hosts[0]!, uuids, DEADLINE_MS).catch((error: Error) => {
    unended.push(error.message);
    return readOrders(hosts[0]!, uuids);
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
  // What a server says of a request that it failed: of its last life, for want of its earlier ones.
  for (const line of exchanges.flatMap((exchange) => exchange.sluice().log))
    if (line.includes('"status":500')) recorder.surprises.push(line);
  const { nodeFaults, orphanedBlocks, pauses } = faults;
  return {
    recorder,
    orders: [...recorder.orders.values()],
    feed,
    followers: recorder.followers,
    deliveries: [{ owner: hooked!.address, messages: messages() }],
    stored,
    unended,
    mined: await minedTransactions(chain),
    nodeFaults,
    orphanedBlocks,
    pauses,
  };
}

/** Waits until it is so, or too long: the checker says what is missing. */
async function inTime(isSo: () => boolean): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(TICK_MS))
    if (isSo() || performance.now() - from > DEADLINE_MS) return;
}

async function readFeed(databaseUrl: string): Promise<Feed> {
  const storage = await openStorage(databaseUrl);
  const feed = await storage.ports.feed.read({ after: 0, limit: 1_000_000 });
  await storage.close();
  return feed;
}

function messageIn({ body }: { readonly body: string }): Deliveries['messages'][number] {
  type Message = { data: { order: { uuid: string }; event: { seq: number } } };
  const { order, event } = (JSON.parse(body) as Message).data;
  return { uuid: order.uuid, seq: event.seq };
}

/** Ends every order that nothing else ends. Returns the uuids of the stored ones. */
async function endAll(
  recorder: Recorder,
  {
    hosts,
    wallets,
    databaseUrl,
  }: { hosts: readonly Exchange[]; wallets: readonly Wallet[]; databaseUrl: string },
): Promise<readonly string[]> {
  // Claims of killed servers.
  await endClaims(databaseUrl);
  const found: string[] = [];
  await inParallel([...recorder.orders.values()], WIDTH, async ({ uuid, owner, isDue }) => {
    const { status, body } = await hosts[0]!.read(`/orders/${uuid}`);
    if (status === 404) return;
    found.push(uuid);
    const wallet = wallets.find(({ address }) => address === owner)!;
    if (body.data['status'] === 'open' && isDue !== true)
      await recorder.cancel('last canceller', hosts[found.length % 2]!, { body: { uuid }, wallet });
  });
  return found;
}

/** Client that places orders and does with them what comes to its mind. */
class Client {
  constructor(
    private readonly recorder: Recorder,
    private readonly hosts: readonly Exchange[],
    private readonly as: { readonly name: string; readonly wallet: Wallet },
  ) {}

  /** One order, from its placing on. */
  async live(random: Random): Promise<void> {
    const { recorder, as } = this;
    const { name, wallet } = as;
    const host = () => random.pick(this.hosts);
    const plan = this.plan(random);
    const again = random.pick(['no', 'no', 'same', 'other']);
    const other = { ...plan, body: host().signedOrder({ ...plan.body, amountIn: '2000000' }, wallet) };
    await Promise.all([
      recorder.place(name, host(), plan),
      ...(again === 'no' ? [] : [recorder.place(`${name}, again`, host(), again === 'same' ? plan : other)]),
    ]);
    const { uuid } = plan.body;
    const acts: readonly (() => Promise<void>)[] = [
      () => recorder.read(name, host(), uuid),
      () => recorder.read(name, host(), uuid),
      () => recorder.read(name, host(), uuid, '/events'),
      () => recorder.cancel(name, host(), plan),
      () => recorder.execute(name, host(), plan),
      () => recorder.place(name, host(), plan),
      ...(random.chance(0.2) ? [() => recorder.list(name, host(), wallet.address)] : []),
      () => setTimeout(random.below(400)),
    ];
    for (let left = 2 + random.below(5); left > 0; left--)
      await Promise.all(Array.from({ length: 1 + random.below(3) }, () => random.pick(acts)()));
  }

  async readAll(uuid: string): Promise<void> {
    for (const host of this.hosts) await this.recorder.read(this.as.name, host, uuid);
    await this.recorder.read(this.as.name, this.hosts[1]!, uuid, '/events');
  }

  private plan(random: Random): Plan {
    const { wallet } = this.as;
    const kind = random.pick(['manual', 'at once', 'soon', 'expiring']);
    const in_ = (ms: number) => new Date(Date.now() + ms).toISOString();
    const fields: OrderBody =
      kind === 'at once'
        ? FIRES_AT_ONCE
        : kind === 'soon'
          ? { ...FIRES_AT_ONCE, validFrom: in_(500 + random.below(1_500)) }
          : kind === 'expiring'
            ? { validTo: in_(3_000 + random.below(3_000)) }
            : {};
    const body = this.hosts[0]!.signedOrder({ ...fields, amountIn: '1000000' }, wallet);
    return { body, wallet, isDue: kind === 'at once' || kind === 'soon', expires: kind === 'expiring' };
  }
}
