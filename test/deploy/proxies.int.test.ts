import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { onlyOn } from '../support/databases.js';
import { freePort } from '../support/global-setup.js';
import { useTestBed } from '../support/test-bed.js';

const HOST = 'dex.example.org';

interface Place {
  readonly folder: string;
  /** Host and port of the server. */
  readonly server: string;
  readonly plain: number;
  readonly tls: number;
}

interface Proxy {
  /** File in deploy/proxy. */
  readonly file: string;
  /** The file's text with this place in place of root's. */
  readonly configure: (text: string, place: Place) => string;
  readonly args: (folder: string, file: string) => readonly string[];
  /** Failed checks of /readyz after which it uses the server no longer; -1 if it makes none. */
  readonly checksUntilDown: number;
}

const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    file: 'nginx.conf',
    configure: (text, { folder, server, plain, tls }) => {
      const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const site = text
        .replace('listen 80', `listen 127.0.0.1:${plain}`)
        .replace('listen 443', `listen 127.0.0.1:${tls}`)
        .replace('127.0.0.1:3000', server)
        .replace(/\/etc\/\S+\/fullchain\.pem/, `${folder}/certificate.pem`)
        .replace(/\/etc\/\S+\/privkey\.pem/, `${folder}/key.pem`);
      const http = ['access_log off;', ...kept, site].join('\n');
      return `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}\n}\n`;
    },
    args: (folder, file) => ['-p', folder, '-c', file],
    checksUntilDown: -1,
  },
  haproxy: {
    file: 'haproxy.cfg',
    configure: (text, { folder, server, plain, tls }) =>
      text
        .replace('bind :80', `bind 127.0.0.1:${plain}`)
        .replace('bind :443', `bind 127.0.0.1:${tls}`)
        .replaceAll('127.0.0.1:3000', server)
        .replace(/check$/m, 'check inter 100')
        .replace(/\/etc\/\S+\.pem/, `${folder}/both.pem`),
    args: (_folder, file) => ['-f', file],
    checksUntilDown: 3,
  },
  caddy: {
    file: 'Caddyfile',
    configure: (text, { folder, server, tls }) =>
      '{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n' +
      text
        .replace(
          /^\{\$SLUICE_SITE:(.*)\} \{/m,
          `https://$1:${tls} {\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
        )
        .replaceAll('{$SLUICE_API:127.0.0.1:3000}', server)
        .replace('health_interval 5s', 'health_interval 100ms'),
    args: (_folder, file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    checksUntilDown: 1,
  },
};

const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
const programOf = (name: string) => FOLDERS.map((folder) => path.join(folder, name)).find(existsSync);
const missing = Object.keys(PROXIES).filter((name) => programOf(name) === undefined);
if (missing.length > 0)
  process.stderr.write(
    `test/deploy/proxies.int.test.ts: \`apt-get install ${missing.join(' ')}\`, and this test also tries these\n`,
  );

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return text;
}

/** A started proxy of the kit, with a certificate of its own. */
class RunningProxy {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(name: string, server: string): Promise<RunningProxy> {
    const { file, configure, args } = PROXIES[name]!;
    const folder = await mkdtemp(path.join(tmpdir(), `sluice-${name}-`));
    await mkdir(path.join(folder, 'logs'));
    // Started by root, nginx stores long bodies as another user.
    await chmod(folder, 0o755);
    const [key, certificate] = ['key.pem', 'certificate.pem'].map((each) => path.join(folder, each));
    const names = ['-subj', `/CN=${HOST}`, '-keyout', key!, '-out', certificate!];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names], {
      stdio: 'ignore',
    });
    const both = [certificate!, key!].map((each) => readFileSync(each, 'utf8'));
    await writeFile(path.join(folder, 'both.pem'), both.join(''));
    const [plain, tls] = [await freePort(), await freePort()];
    const place = { folder, server, plain, tls };
    const configured = path.join(folder, file);
    await writeFile(configured, configure(readFileSync(`deploy/proxy/${file}`, 'utf8'), place));
    const child = spawn(programOf(name)!, args(folder, configured), {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    });
    const proxy = new RunningProxy(folder, child, tls);
    const listens = () =>
      proxy.call('/healthz').then(
        ({ statusCode }) => statusCode === 200,
        () => false,
      );
    for await (const _tick of setInterval(50)) if (await listens()) break;
    return proxy;
  }

  /** Calls the server through the proxy as a browser does, and resolves with the response, whose body is still to come. */
  call(
    at: string,
    { headers = {}, body, from }: { headers?: Record<string, string>; body?: string; from?: string } = {},
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const to = {
        host: '127.0.0.1',
        port: this.port,
        path: at,
        servername: HOST,
        rejectUnauthorized: false,
      };
      const method = body === undefined ? 'GET' : 'POST';
      const options = { ...to, method, ...(from !== undefined && { localAddress: from }) };
      const sent = request({ ...options, headers: { host: HOST, ...headers } }, resolve);
      sent.on('error', reject).end(body);
    });
  }

  async close(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
    await rm(this.folder, { recursive: true, force: true });
  }
}

describe.each(onlyOn('SQLite'))('a server behind a proxy of the kit', ({ create }) => {
  const LEGACY_CALLS = 2;
  const bed = useTestBed(create, [
    {
      SLUICE_TRUST_PROXY: '1',
      SLUICE_PUBLIC_URL: `https://${HOST}`,
      SLUICE_LEGACY_RATE_LIMIT: String(LEGACY_CALLS),
    },
  ]);

  describe.each(Object.keys(PROXIES).map((name, n) => ({ name, n })))('$name', ({ name, n }) => {
    const tried = programOf(name) === undefined ? it.skip : it;
    let proxy: RunningProxy;
    beforeAll(async () => {
      if (programOf(name) !== undefined)
        proxy = await RunningProxy.start(name, new URL(bed.exchange.sluice().url).host);
    }, 60_000);
    afterAll(() => proxy?.close());

    tried('serves the page and its areas', async () => {
      const page = await proxy.call('/', { headers: { accept: 'text/html' } });
      expect([page.statusCode, (await textOf(page)).includes('<div id="app">')]).toEqual([200, true]);
      expect((await proxy.call('/prices/api/v1/prices')).statusCode).toBe(200);
    });

    tried('hides the metrics, however their path is written', async () => {
      for (const at of ['/metrics', '/METRICS', '/metrics/', '/metrics?a=1', '//metrics', '/%6detrics'])
        expect([at, (await proxy.call(at)).statusCode]).toEqual([at, 404]);
    });

    tried('lets a wallet sign for the public address', async () => {
      const { address, privateKey } = bed.chain.devnet.accounts[0]!;
      const {
        'x-message': message,
        'x-wallet-address': _address,
        ...signature
      } = signRequest(
        {
          ...{ action: 'create_api_key', keyName: name, permissions: ['execute'] },
          ...{ once: randomUUID(), timestamp: Date.now() },
        },
        { privateKey, network: 'devnet', audience: `https://${HOST}` },
      );
      const body = JSON.stringify({ message, walletAddress: address });
      const headers = { ...signature, 'content-type': 'application/json' };
      const response = await proxy.call('/swap/api/v1/api-keys', { headers, body });
      expect([response.statusCode, JSON.parse(await textOf(response))]).toEqual([
        200,
        expect.objectContaining({ status: 'success' }),
      ]);
    });

    tried('passes events on as they come', async () => {
      const stream = await proxy.call('/prices/api/v1/prices/stream');
      const [chunk] = (await once(stream, 'data')) as [Buffer];
      expect(chunk.toString()).toContain('retry:');
      stream.destroy();
    });

    tried('passes on what the server says of a long body', async () => {
      const body = JSON.stringify({ message: 'a'.repeat(300_000) });
      const headers = { 'content-type': 'application/json' };
      const response = await proxy.call('/swap/api/v1/orders/new', { headers, body });
      expect([response.statusCode, await textOf(response)]).toEqual([
        413,
        expect.stringContaining('body-too-large'),
      ]);
    });

    tried('shows the server the caller’s address, whatever the caller says of it', async () => {
      const callFrom = async (from: string, claimed: number) =>
        (
          await proxy.call('/invest/api/v1/prices', {
            from,
            headers: { 'x-forwarded-for': `192.0.2.${claimed}` },
          })
        ).statusCode;
      const [first, second] = [`127.0.${n}.2`, `127.0.${n}.3`];
      for (let call = 0; call < LEGACY_CALLS; call++) expect(await callFrom(first, call)).toBe(200);
      expect(await callFrom(first, LEGACY_CALLS)).toBe(429);
      expect(await callFrom(second, LEGACY_CALLS)).toBe(200);
    });

    tried('passes requests on while no process is ready', async () => {
      let checks = 0;
      const unready = createServer(({ url, headers }, res) => {
        if (url === '/readyz' && headers['x-forwarded-for'] === undefined) checks++;
        res.writeHead(url === '/readyz' ? 503 : 200).end();
      });
      await once(unready.listen(0, '127.0.0.1'), 'listening');
      const { port } = unready.address() as AddressInfo;
      const before = await RunningProxy.start(name, `127.0.0.1:${port}`);
      const until = PROXIES[name]!.checksUntilDown;
      for await (const _tick of setInterval(50)) if (checks > until) break;
      expect((await before.call('/swap/api/v1/orders')).statusCode).toBe(200);
      await before.close();
      unready.closeAllConnections();
      unready.close();
    });
  });
});
