import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response of the bare server to every request. */
export interface BareAnswer {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Only node:http: sends the headers and bytes it was last given, for every request. */
let headers: string[] = [];
let body: Buffer | undefined;
let status = 200;

const server = createServer((_req, res) => {
  res.writeHead(status, headers);
  res.end(body);
}).listen(0, '127.0.0.1', () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});

process.on('message', (told: BareAnswer | 'cpu') => {
  if (told !== 'cpu') {
    headers = [...told.headers];
    body = told.body === '' ? undefined : Buffer.from(told.body, 'base64');
    status = told.status;
  }
  process.send!(process.cpuUsage());
});
process.on('disconnect', () => process.exit());
