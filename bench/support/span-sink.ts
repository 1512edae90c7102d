import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of traces that discards them and counts their bytes. */
let bytes = 0;
const server = createServer((req, res) => {
  req.on('data', (chunk: Buffer) => (bytes += chunk.length));
  req.on('end', () => res.setHeader('content-type', 'application/json').end('{}'));
}).listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', () => process.send!(bytes));
process.on('disconnect', () => process.exit());
