import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, swapArea } from '../../src/adapters/express/index.js';
import { devnetRegistry } from '../../src/apps/devnet/index.js';
import { memoryPorts } from '../../src/adapters/memory/index.js';
import { createSignatureVerifier } from '../../src/adapters/stacks/index.js';
import { systemPorts } from '../../src/adapters/system/index.js';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { createCore } from '../../src/application/core.js';

/** A server in a separate process over the given database; it responds to every message with its resident memory. */
const storage = await openStorage(process.argv[2]!);
const ports = {
  ...memoryPorts({ registry: devnetRegistry() }),
  ...systemPorts(),
  signatures: createSignatureVerifier(),
  ...storage.ports,
};
const { clock } = ports;
const app = createApp({
  areas: [swapArea(createCore(ports), { clock })],
  clock,
  requestIds: () => 'bench',
  readiness: async () => ({ ready: true, reasons: [] }),
});
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});
process.on('message', () => {
  globalThis.gc?.();
  process.send!({ rss: process.memoryUsage.rss(), cpuMs: process.cpuUsage().user / 1000 });
});
