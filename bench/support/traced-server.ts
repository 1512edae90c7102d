import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp, numberedIds, operationOf, PROBES, swapArea } from '../../src/adapters/express/index.js';
import { memoryPorts } from '../../src/adapters/memory/index.js';
import { createSignatureVerifier } from '../../src/adapters/stacks/index.js';
import { systemPorts } from '../../src/adapters/system/index.js';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { createCore } from '../../src/application/core.js';
import { devnetRegistry } from '../../src/apps/devnet/index.js';
import { openTraces } from '../../src/apps/server/traces.js';
import { toUnits } from '../../src/domain/shared/units.js';

/** Quotes and orders on an SQLite file, with traces if a receiver of them is given. */
const [file, receiver] = process.argv.slice(2);
const log = pino({ level: 'info' }, pino.destination('/dev/null'));
const traces =
  receiver === undefined
    ? undefined
    : openTraces({ url: receiver, share: 1, version: 'bench', roles: ['api'], log });
const registry = devnetRegistry();
const system = systemPorts();
const units = toUnits(10n ** 15n);
const reserves = { reserveA: units, reserveB: units, supply: units, readAt: system.clock.now() };
const storage = await openStorage(`sqlite:${file}`);
const core = createCore(
  {
    ...memoryPorts({
      registry,
      reserves: new Map(registry.vaults.map(({ contractId }) => [contractId, reserves])),
    }),
    ...storage.ports,
    ...system,
    signatures: createSignatureVerifier(),
    tracer: traces?.tracer,
  },
  { quotas: {} },
);
await core.quotes.warmUp();
const app = createApp({
  areas: [swapArea(core, { clock: system.clock })],
  clock: system.clock,
  requestIds: numberedIds('bench'),
  logger: log,
  readiness: async () => ({ ready: true, reasons: [] }),
  ...(traces && { traceOf: traces.idOf }),
});
const listener = traces?.requests({ operationOf, probes: PROBES })(app) ?? app;
const server = createServer(listener).listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as AddressInfo).port }),
);
// A connection is never closed just as the next request comes.
server.keepAliveTimeout = 0;
process.on('message', () => process.send!(process.cpuUsage()));
process.on('disconnect', () => process.exit());
