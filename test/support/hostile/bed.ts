import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failingSqlite, type FailingDatabase } from '../../conformance/databases.js';
import { cuttableLink, type CuttableLink } from '../cuttable-link.js';
import { COLLECT_ON_SIGNAL, startSluice, type SluiceProcess } from '../sluice-process.js';
import { ask } from '../test-chain.js';
import type { DevnetView } from './world.js';

/** Calls a minute that the strict server allows an address, of each kind. */
const PER_MINUTE = '40';
const LIMITS = ['READS', 'QUOTES', 'CREATES', 'CANCELS', 'EXECUTES', 'KEY_CALLS'];

/** Event streams that the open server serves at a time. */
export const STREAMS = 20;

/** Two servers on one chain, which can be cut off from it and from their databases. */
export interface HostileBed {
  /** It does everything that a server can do, for anyone, without limits per address. */
  readonly open: SluiceProcess;
  /** It only answers, allows an address little, and has neither webhooks nor an operator. */
  readonly strict: SluiceProcess;
  /** The chain as its devnet describes it. */
  readonly view: DevnetView;
  /** The servers' databases. */
  readonly databases: { readonly open: FailingDatabase; readonly strict: FailingDatabase };
  /** The open server's way to the chain. */
  readonly chain: CuttableLink;
  /** Where webhooks may lead: one takes messages, one fails, and the others want no more. */
  readonly receivers: readonly string[];
  close(): Promise<void>;
}

export async function openHostileBed(): Promise<HostileBed> {
  const { startDevnet } = await import('../../../dist/apps/devnet/index.js');
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-hostile-'));
  const [database, other, devnet] = await Promise.all([
    failingSqlite(),
    failingSqlite(),
    startDevnet({ blockMs: 200 }),
  ]);
  const chain = await cuttableLink('127.0.0.1', Number(new URL(devnet.stacksApiUrl).port));
  const registry = join(folder, 'registry.json');
  await writeFile(registry, JSON.stringify({ ...devnet.registry, network: 'testnet' }));
  const receiver = createServer(({ url }, res) => {
    res.writeHead(url?.startsWith('/gone') === true ? 410 : url === '/fails' ? 500 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const open = await startSluice(
    {
      ...database.settings,
      DATABASE_URL: database.url,
      STACKS_API_URL: `http://127.0.0.1:${chain.port}`,
      SLUICE_EXECUTOR_MS: '100',
      SLUICE_LEGACY_RATE_LIMIT: '0',
      SLUICE_EVENT_STREAMS: String(STREAMS),
      SLUICE_MAX_API_KEYS: '10',
      SLUICE_MAX_METADATA_BYTES: '20000',
    },
    [...database.preload, ...COLLECT_ON_SIGNAL],
  );
  const limits = Object.fromEntries(LIMITS.map((kind) => [`SLUICE_${kind}_PER_MINUTE`, PER_MINUTE]));
  const restrictions = {
    ...other.settings,
    DATABASE_URL: other.url,
    SLUICE_NETWORK: 'testnet',
    SLUICE_REGISTRY: registry,
    STACKS_API_URL: devnet.stacksApiUrl,
    STACKS_API_RPM: '10000',
    SLUICE_BTC_SOURCES: 'fixed:100000',
    SLUICE_ROLES: 'api',
    SLUICE_WEBHOOKS: 'false',
    ...limits,
    SLUICE_LEGACY_RATE_LIMIT: PER_MINUTE,
  };
  const strict = await startSluice(restrictions, other.preload);
  const { body: view } = await ask<DevnetView>(`${devnet.stacksApiUrl}/devnet`);
  return {
    ...{ open, strict, view, chain },
    databases: { open: database, strict: other },
    receivers: ['/takes', '/fails', '/gone', '/gone?again'].map((path) => receiverUrl + path),
    close: async () => {
      await Promise.all([open.end('SIGKILL'), strict.end('SIGKILL')]);
      await Promise.all([devnet.stop(), chain.close(), database.remove(), other.remove()]);
      receiver.close();
      receiver.closeAllConnections();
      await rm(folder, { recursive: true });
    },
  };
}
