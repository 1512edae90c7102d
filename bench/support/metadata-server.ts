import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { devnetRegistry } from '../../src/apps/devnet/index.js';
import { createApp, metadataArea, numberedIds } from '../../src/adapters/express/index.js';
import { memoryPorts } from '../../src/adapters/memory/index.js';
import { createSignatureVerifier } from '../../src/adapters/stacks/index.js';
import { SystemClock, systemPorts } from '../../src/adapters/system/index.js';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { createCore } from '../../src/application/core.js';
import { ok } from '../../src/domain/shared/result.js';

/** The metadata area over a SQLite file with a given number of records, in a separate process. */
const [file = '', count = '20000'] = process.argv.slice(2);
const registry = devnetRegistry();
const owner = registry.sbtc.split('.')[0]!;
const clock = new SystemClock();
const storage = await openStorage(`sqlite:${file}`);
const core = createCore({
  ...memoryPorts({ registry }),
  ...storage.ports,
  ...systemPorts(),
  signatures: createSignatureVerifier(),
});

const idOf = (n: number) => `${owner}.bench-token-${n}`;
const recordOf = (n: number) => ({
  sip: 16,
  name: `Benchmark token number ${n}`,
  description: `One of ${count} unlisted tokens, number ${n}. It has a description of usual length.`,
  image: `https://tokens.example.org/images/${(n * 2_654_435_761) % 4_294_967_296}.png`,
  attributes: [{ trait_type: 'kind', value: n % 7 }],
  properties: { symbol: `BENCH${n}`, decimals: 6, identifier: `bench-${n}`, externalPoolId: idOf(n + 1) },
  lastUpdated: new Date(1_790_000_000_000 + n).toISOString(),
});

await storage.ports.unitOfWork.run(async ({ metadata }) => {
  for (let n = 0; n < Number(count); n++) await metadata.save(idOf(n), recordOf(n));
  return ok();
});

const app = createApp({
  areas: [metadataArea(core, { clock })],
  clock,
  requestIds: numberedIds('bench'),
  logger: pino({ level: 'warn' }),
  readiness: async () => ({ ready: true, reasons: [] }),
});
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.send!({ port: (server.address() as AddressInfo).port, token: idOf(7) });
});

process.on('message', (message: 'cpu' | 'save') => {
  if (message === 'cpu') process.send!(process.cpuUsage());
  else void storage.ports.metadata.save(idOf(7), recordOf(7)).then(() => process.send!('saved'));
});
process.on('disconnect', () => process.exit());
