import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the bare server answers every request with. */
export interface BareAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Nothing but node:http: the headers and bytes it was last told, whatever is asked. */
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
