import type { RequestListener } from 'node:http';
import { DESCRIPTIONS } from '../../../src/adapters/express/app/descriptions.js';
import { llmsIndex } from '../../../src/adapters/express/description/brief.js';
import { llmsText } from '../../../src/adapters/express/description/llms.js';
import {
  createApp,
  legacyArea,
  metadataArea,
  operatorArea,
  pricesArea,
  StoredPerAddress,
  swapArea,
  vaultsArea,
  type AddressQuotas,
  type Area,
  type ProcessState,
  type Readiness,
} from '../../../src/adapters/express/index.js';
import { coreHarness, type CoreHarness, type HarnessOptions } from '../../support/core-harness.js';
import { AN_OWNER, T0 } from '../../support/builders.js';
import { A_WALLET } from '../../support/signing.js';
import { DOCUMENT } from './described.js';

/** The only origin whose pages may use the metadata area. */
export const OWN_SITE = 'https://own.example';

export interface WholeApp extends CoreHarness {
  readonly app: RequestListener;
  readonly areas: readonly Area[];
  /** The readiness that the process reports from now on. */
  readonly setReadiness: (readiness: Readiness) => void;
  /** Whether the database responds. */
  readonly setPing: (ping: () => Promise<void>) => void;
}

/** In place of the built chart for other pages. */
const EMBED = {
  page: '<!doctype html>',
  policy: 'frame-ancestors *',
  scripts: new Set(['some']),
  readScript: async () => 'export {};',
};

/** Every area over the real core, with storage in memory and a scripted chain. */
export function wholeApp(options: HarnessOptions = {}, quotas: AddressQuotas = {}): WholeApp {
  const settings = { operatorWallets: [A_WALLET.address], ...options.settings };
  const harness = coreHarness({ ...options, settings });
  const { core, clock, ports } = harness;
  const stored = new StoredPerAddress(clock, quotas);
  let readiness: Readiness = { ready: true, reasons: [] };
  let ping = async () => {};
  const areas = [
    swapArea(core, { clock, stored }),
    pricesArea(core, { clock, embed: EMBED }),
    legacyArea(core, { clock, registry: ports.registry, ping: () => ping() }),
    metadataArea(core, { clock, origins: [OWN_SITE], stored }),
    vaultsArea(core, { clock }),
    operatorArea(core, { clock, state: async () => aProcessState(readiness) }),
  ];
  const app = createApp({
    areas,
    clock,
    requestIds: () => 'a-request',
    readiness: async () => readiness,
    devnet: async () => describeDevnet(ports.registry.current()),
    metrics: {
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      text: async () => 'sluice_orders 0\n',
    },
    openApi: DOCUMENT,
    words: {
      llmsIndex: () => llmsIndex({ areas: DESCRIPTIONS }),
      llmsText: () => llmsText({ areas: DESCRIPTIONS }),
    },
    about: { version: '1.2.3', areas: DESCRIPTIONS.filter(({ mount }) => mount !== '') },
  });
  return {
    ...harness,
    app,
    areas,
    setReadiness: (next) => void (readiness = next),
    setPing: (next) => void (ping = next),
  };
}

/** What a process that has just begun knows of itself. */
const aProcessState = (health: Readiness): ProcessState => ({
  process: { id: 'f00d', startedAt: T0, version: '1.2.3', roles: ['api', 'executor'] },
  health,
  node: { newest: { height: 7, at: new Date(T0.getTime() - 90_500) }, host: 0, hosts: 2 },
  executor: {
    isRunning: true,
    lastPass: { endedAt: T0, left: 'none', expired: 2, attempts: { sent: 3 } },
    caughtUpAt: T0,
  },
  problems: [
    { at: T0, level: 'error', message: 'settlement failed', times: 2, fields: { part: 'execution' } },
  ],
});

const describeDevnet = ({
  network,
  tokens,
  vaults,
  routers,
}: ReturnType<CoreHarness['ports']['registry']['current']>) => ({
  network,
  stacksApiUrl: 'http://127.0.0.1:3999',
  accounts: [{ name: 'alice', ...pick(A_WALLET), balances: { [`${AN_OWNER}.welsh`]: '5' } }],
  tokens,
  vaults,
  routers,
});

const pick = ({ address, privateKey, publicKey }: typeof A_WALLET) => ({ address, privateKey, publicKey });
