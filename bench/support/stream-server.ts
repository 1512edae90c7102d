import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, EventStreams, swapArea } from '../../src/adapters/express/index.js';
import { toUnits } from '../../src/domain/shared/units.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { anExchange, CHA, WELSH_SUBNET } from '../../test/http/exchange.js';
import { aPriceCondition } from '../../test/support/conditions.js';
import { anEvent, anOpenOrder, uuidOf } from '../../test/support/builders.js';

// A server over memory, in a process of its own. It responds to each message of its parent.

export type ToServer =
  | { readonly ask: 'state' }
  | { readonly ask: 'append' }
  | { readonly ask: 'quotes' | 'evaluations'; readonly count: number };

const { core, ports, clock } = anExchange();
const uuid = uuidOf(1);
const order = anOpenOrder({ uuid, trigger: aPriceCondition('lt', '7') });
unwrap(await ports.orders.insert(order));
await ports.events.append(uuid, anEvent());

const events = new EventStreams({ atATime: 0, perAddress: 0 });
const app = createApp({
  areas: [swapArea(core, { clock, events })],
  clock,
  requestIds: () => 'bench',
  readiness: async () => ({ ready: true, reasons: [] }),
});
const server = createServer(app);
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  process.send!({ port: (server.address() as AddressInfo).port, owner: order.terms.owner }),
);

/** Processor microseconds a call, of all the process does meanwhile. The event loop turns after each 50, as under requests. */
async function timed(count: number, call: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  for (let n = 0; n < count; n++) {
    await call();
    if (n % 50 === 0) await new Promise(setImmediate);
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / count;
}

const CALLS = {
  quotes: () => core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: CHA, amountIn: toUnits(1_000_000n) }),
  evaluations: () => core.orders.evaluate(order),
};

async function respond(message: ToServer): Promise<object> {
  if (message.ask === 'state') {
    globalThis.gc?.();
    return { rss: process.memoryUsage.rss(), open: events.size };
  }
  if (message.ask === 'append') {
    const at = Date.now();
    await ports.events.append(uuid, anEvent({ type: 'waiting' }));
    return { at };
  }
  return { us: await timed(message.count, CALLS[message.ask]) };
}

process.on(
  'message',
  (message: ToServer) => void respond(message).then((response) => process.send!(response)),
);
