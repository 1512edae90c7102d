import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, EventStreams, swapArea } from '../../src/adapters/express/index.js';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { toUnits } from '../../src/domain/shared/units.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { anEvent, anOpenOrder, uuidOf } from '../../test/support/builders.js';
import { aPriceCondition } from '../../test/support/conditions.js';
import { coreHarness, DOLLAR, WELSH, WELSH_SUBNET } from '../../test/support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET } from '../../test/support/signing.js';
import { ExecutorPasses } from './executor-passes.js';

// A server over SQLite in memory, in a process of its own. It responds to each message of its parent.

export type ToServer =
  { readonly ask: 'state' } | { readonly ask: 'append' } | { readonly ask: Work; readonly ms: number };

/** What the server does beside its streams. */
export type Work = 'quotes' | 'evaluations' | 'passes';

const storage = await openStorage('sqlite::memory:');
const harness = coreHarness({ storage: storage.ports });
const { core, ports, clock } = harness;
const uuid = uuidOf(1);
const owner = A_WALLET.address;
const order = anOpenOrder({
  uuid,
  owner,
  inputToken: WELSH_SUBNET,
  outputToken: DOLLAR,
  trigger: aPriceCondition('lt', '7', { conditionToken: WELSH }),
});
unwrap(await ports.orders.insert(order));
await ports.events.append({ uuid, event: anEvent() });

const SECOND_US = 1_000_000;
/**
 * While work is measured, a second of the streams passes with each second of processor time, as in a process that has a core to itself:
 * where other programs take most of the time, heartbeats would count for more.
 */
const seconds = { isMeasured: false, us: 0, pass: () => {} };
const events = new EventStreams({ atATime: 0, perAddress: 0 }, (work) => {
  seconds.pass = work;
  const timer = setInterval(() => {
    if (!seconds.isMeasured) work();
  }, 1_000);
  return () => {
    clearInterval(timer);
    seconds.pass = () => {};
  };
});
const app = createApp({
  areas: [swapArea(core, { clock, events })],
  clock,
  requestIds: () => 'bench',
  readiness: async () => ({ ready: true, reasons: [] }),
});
const server = createServer(app);
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  process.send!({ port: (server.address() as AddressInfo).port, owner }),
);

interface Repeated {
  /** Work that is not measured, before each call. */
  readonly prepare?: () => Promise<void>;
  /** Calls before the event loop turns, as under requests. */
  readonly inARow: number;
  readonly call: () => Promise<unknown>;
}

// The streams follow another owner's orders than those that the executor sends.
const passes = new ExecutorPasses(harness, ANOTHER_WALLET.address);
const WORK: Readonly<Record<Work, Repeated>> = {
  quotes: {
    inARow: 50,
    call: () => core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) }),
  },
  evaluations: { inARow: 50, call: () => core.orders.evaluate(order) },
  passes: { prepare: () => passes.prepare(), inARow: 1, call: () => passes.run() },
};

/** Processor microseconds a call, of all that the process does from its start until the event loop has turned, over so many ms of them. */
async function timed({ prepare, inARow, call }: Repeated, ms: number): Promise<number> {
  let [us, count] = [0, 0];
  seconds.isMeasured = true;
  while (us < ms * 1_000) {
    await prepare?.();
    const from = process.cpuUsage();
    for (let n = 0; n < inARow; n++) await call();
    if (seconds.us >= SECOND_US) {
      seconds.us -= SECOND_US;
      seconds.pass();
    }
    await new Promise(setImmediate);
    const { user, system } = process.cpuUsage(from);
    us += user + system;
    seconds.us += user + system;
    count += inARow;
  }
  seconds.isMeasured = false;
  return us / count;
}

async function respond(message: ToServer): Promise<object> {
  if (message.ask === 'state') {
    globalThis.gc?.();
    return { rss: process.memoryUsage.rss(), open: events.size };
  }
  if (message.ask === 'append') {
    const at = Date.now();
    await ports.events.append({ uuid, event: anEvent({ type: 'waiting' }) });
    return { at };
  }
  return { us: await timed(WORK[message.ask], message.ms) };
}

process.on(
  'message',
  (message: ToServer) => void respond(message).then((response) => process.send!(response)),
);
