import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { onlyOn } from '../support/databases.js';
import { useTestBed } from '../support/test-bed.js';
import { fencesOf } from './fences.js';

const HOST = 'dex.example.org';
const [configuration] = fencesOf('docs/how-to/deploy-and-upgrade.md').filter(
  ({ language }) => language === 'nginx',
);

const PLACES = [process.env['NGINX_PATH'] ?? '', '/usr/sbin/nginx', '/usr/local/sbin/nginx'];
const nginx = PLACES.find((place) => place !== '' && existsSync(place));
if (nginx === undefined)
  process.stderr.write(
    'test/docs/nginx.int.test.ts: no nginx here: `apt-get install nginx`, or set NGINX_PATH to one, and this test runs\n',
  );

/** Reported as skipped when there is no nginx. */
const withNginx = nginx === undefined ? describe.skip : describe;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The documented configuration with a certificate of its own, in front of that server, without root's places. */
async function configure(folder: string, server: string, [plain, tls]: readonly number[]): Promise<string> {
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => path.join(folder, name));
  const names = ['-subj', `/CN=${HOST}`, '-keyout', key!, '-out', certificate!];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names], {
    stdio: 'ignore',
  });
  const site = configuration!.code
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('listen 443', `listen 127.0.0.1:${tls}`)
    .replace('127.0.0.1:3000', new URL(server).host)
    .replace(/\/etc\/\S+\/fullchain\.pem/, certificate!)
    .replace(/\/etc\/\S+\/privkey\.pem/, key!);
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = path.join(folder, 'nginx.conf');
  const http = ['access_log off;', ...kept, site].join('\n');
  await writeFile(
    file,
    `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`,
  );
  return file;
}

withNginx.each(onlyOn('SQLite'))('the documented configuration of nginx', ({ create }) => {
  const bed = useTestBed(create, [{ SLUICE_TRUST_PROXY: '1', SLUICE_PUBLIC_URL: `https://${HOST}` }]);
  let folder: string;
  let proxy: ChildProcess;
  let port = 0;

  /** Calls the server through nginx as a browser does, and resolves with the response, whose body is still to come. */
  const call = (at: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const to = { host: '127.0.0.1', port, path: at, servername: HOST, rejectUnauthorized: false };
      const method = body === undefined ? 'GET' : 'POST';
      const sent = request({ ...to, method, headers: { host: HOST, ...headers } }, resolve);
      sent.on('error', reject).end(body);
    });
  const textOf = async (response: IncomingMessage) => {
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
    return text;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sluice-nginx-'));
    await mkdir(path.join(folder, 'logs'));
    const ports = [await freePort(), await freePort()];
    port = ports[1]!;
    const file = await configure(folder, bed.exchange.sluice().url, ports);
    proxy = spawn(nginx!, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    const listens = () =>
      call('/healthz').then(
        ({ statusCode }) => statusCode === 200,
        () => false,
      );
    for await (const _tick of setInterval(50)) if (await listens()) break;
  }, 60_000);
  afterAll(async () => {
    proxy.kill('SIGTERM');
    await once(proxy, 'exit');
    await rm(folder, { recursive: true, force: true });
  });

  it('serves the page and its areas, and hides the metrics', async () => {
    const page = await call('/', { accept: 'text/html' });
    expect([page.statusCode, (await textOf(page)).includes('<div id="app">')]).toEqual([200, true]);
    expect((await call('/prices/api/v1/prices')).statusCode).toBe(200);
    expect((await call('/metrics')).statusCode).toBe(404);
  });

  it('lets a wallet sign for the public address', async () => {
    const { address, privateKey } = bed.chain.devnet.accounts[0]!;
    const {
      'x-message': message,
      'x-wallet-address': _address,
      ...signature
    } = signRequest(
      {
        ...{ action: 'create_api_key', keyName: 'bot', permissions: ['execute'] },
        ...{ once: randomUUID(), timestamp: Date.now() },
      },
      { privateKey, network: 'devnet', audience: `https://${HOST}` },
    );
    const body = JSON.stringify({ message, walletAddress: address });
    const headers = { ...signature, 'content-type': 'application/json' };
    const response = await call('/swap/api/v1/api-keys', headers, body);
    expect([response.statusCode, JSON.parse(await textOf(response))]).toEqual([
      200,
      expect.objectContaining({ status: 'success' }),
    ]);
  });

  it('passes events on as they come', async () => {
    const stream = await call('/prices/api/v1/prices/stream');
    const [chunk] = (await once(stream, 'data')) as [Buffer];
    expect(chunk.toString()).toContain('retry:');
    stream.destroy();
  });
});
