import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSluice } from '../../support/sluice-process.js';

interface Spans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Record<string, unknown>[] }[];
  }[];
}

/** Settings of a server that needs nothing outside and does no work of its own. */
const ALONE = {
  SLUICE_NETWORK: 'testnet',
  STACKS_API_URL: 'http://127.0.0.1:9',
  SLUICE_ROLES: 'api',
  SLUICE_AREAS: 'metadata',
  DATABASE_URL: 'sqlite::memory:',
};

describe('a server with SLUICE_TRACES', () => {
  const received: Spans[] = [];
  const receiver = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text: string) => (body += text));
    req.on('end', () => {
      if (req.url === '/v1/traces') received.push(JSON.parse(body) as Spans);
      res.setHeader('content-type', 'application/json').end('{}');
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void receiver.close().closeAllConnections());
  const address = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

  it('sends its spans, the last ones as it stops, and has their trace in the log', async () => {
    const settings = { ...ALONE, SLUICE_TRACES: address(), OTEL_SERVICE_NAME: 'sluice-api-1' };
    const sluice = await startSluice(settings);
    await fetch(`${sluice.url}/metadata/api/v1`);
    await fetch(`${sluice.url}/time`);
    expect(await sluice.end('SIGTERM')).toMatchObject({ code: 0 });
    const [{ resource } = { resource: { attributes: [] } }] = received.flatMap((each) => each.resourceSpans);
    expect(resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'sluice-api-1' },
    });
    const spans = received.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    const time = spans.find(({ name }) => name === 'tellTime');
    const lines = sluice.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.find(({ req }) => (req as { path?: string } | undefined)?.path === '/time');
    expect(line).toMatchObject({ trace: time!['traceId'], req: { address: '127.0.0.1' } });
  });

  it('serves and stops as usual while nothing receives them, and says so once', async () => {
    const sluice = await startSluice({
      ...ALONE,
      SLUICE_TRACES: 'http://127.0.0.1:9',
      SLUICE_LOG_ADDRESSES: 'false',
    });
    for (let n = 0; n < 3; n++) expect((await fetch(`${sluice.url}/time`)).status).toBe(200);
    expect(await sluice.end('SIGTERM')).toMatchObject({ code: 0 });
    expect(sluice.log.filter((line) => line.includes('traces cannot be sent')).length).toBeLessThan(2);
    expect(sluice.log.join('')).not.toContain('"address"');
  });
});
