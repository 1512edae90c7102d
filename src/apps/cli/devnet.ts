import { describeStart, startDevnet, startFork, type Devnet, type ForkDevnet } from '../devnet/index.js';
import { print, printNote as log } from '../../adapters/terminal/index.js';
import { readRegistry } from '../server/chain-access.js';
import { settingsNamed } from '../server/environment.js';
import { requireDevnet } from '../server/needed-packages.js';
import { interrupted } from './interrupted.js';

export interface DevnetOptions {
  readonly port: number;
  readonly controlPort?: number;
  readonly blockMs: number;
  readonly journal?: string;
  readonly network?: 'devnet' | 'mainnet';
  readonly registry?: string;
  readonly fork?: string;
  readonly forkHeight?: number;
}

/** Runs a devnet until Ctrl-C: see docs/reference/devnet.md. */
export async function runDevnet({
  network = 'devnet',
  journal,
  registry: registryPath,
  fork,
  forkHeight,
  ...options
}: DevnetOptions): Promise<number> {
  requireDevnet();
  const stopped = interrupted();
  const settings = settingsNamed('SLUICE_DEVNET_CONTROL_TOKEN', 'STACKS_API_KEY');
  const { devnetControlToken: controlToken, stacksApiKey: apiKey } = settings;
  const devnet =
    fork === undefined
      ? await startDevnet({
          ...options,
          controlToken,
          journalPath: journal,
          registry: network === 'mainnet' ? await readRegistry(network, registryPath) : undefined,
          log,
          onStart: (event) => log(describeStart(event)),
        })
      : await startFork({
          ...options,
          controlToken,
          network: { url: fork, apiKey, height: forkHeight },
          log,
        });
  announce(devnet, 'height' in devnet ? devnet.network : network);
  const ended = await Promise.race([devnet.exited, stopped.then(() => undefined)]);
  if (ended !== undefined) throw new Error(`the devnet ended with ${ended.signal ?? ended.code}`);
  await devnet.stop();
  return 0;
}

function announce(devnet: Devnet | ForkDevnet, name: string): void {
  const { stacksApiUrl, controlUrl, accounts, operatorAddress, operatorKey } = devnet;
  print(`devnet listens on ${stacksApiUrl}`);
  if ('height' in devnet) print(`it continues ${devnet.network} after block ${devnet.height}`);
  if (controlUrl !== undefined) print(`test controls on ${controlUrl}`);
  print('Keys for development only. They are public: never use them on another network.');
  const keys = [...accounts, { name: 'operator', address: operatorAddress, privateKey: operatorKey }];
  for (const { name, address, privateKey } of keys) print(`  ${name.padEnd(9)} ${address} ${privateKey}`);
  if (name === 'devnet') return;
  print(`A signature that is made here is valid on ${name} too: sign with these keys only.`);
  print('A server on it:');
  for (const setting of [
    `SLUICE_NETWORK=${name}`,
    `STACKS_API_URL=${stacksApiUrl}`,
    `SLUICE_OPERATOR_KEY=${operatorKey}`,
    // The pools of the stand-ins imply this bitcoin price.
    ...('height' in devnet ? [] : ['SLUICE_BTC_SOURCES=fixed:100000']),
    // The devnet has no request limit to respect.
    'STACKS_API_RPM=10000',
    'SLUICE_EXECUTOR_MS=1000',
    'DATABASE_URL=sqlite:./data/rehearsal.db',
  ])
    print(`  ${setting}`);
}
