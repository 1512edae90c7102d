#!/usr/bin/env node
import { once } from 'node:events';
import { InvalidArgumentError, Option, program } from 'commander';
import {
  describeStart,
  startDevnet,
  startFork,
  type Devnet,
  type ForkDevnet,
} from '../adapters/devnet/index.js';
import { print, runProgram } from '../adapters/terminal/index.js';
import { readRegistry } from '../process/chain-access.js';

// Runs a devnet until Ctrl-C: see docs/reference/devnet.md.

interface Options {
  readonly port: number;
  readonly controlPort?: number;
  readonly blockMs: number;
  readonly journal?: string;
  readonly network?: 'devnet' | 'mainnet';
  readonly registry?: string;
  readonly fork?: string;
  readonly forkHeight?: number;
}

program
  .name('devnet')
  .description('Runs a devnet until Ctrl-C and prints its addresses and keys.')
  .option(
    '--port <n>',
    'port of the node interface on 127.0.0.1; 0 picks a free one',
    wholeNumber(65_535),
    3999,
  )
  .option('--control-port <n>', 'port of the test controls; without it there are none', wholeNumber(65_535))
  .option('--block-ms <n>', 'milliseconds between blocks, at least 10', wholeNumber(86_400_000), 1_000)
  .option('--journal <file>', 'keeps the chain in this file; without it the chain ends with the process')
  .addOption(
    new Option(
      '--network <name>',
      'devnet: the devnet’s own contracts. mainnet: mainnet’s addresses, version bytes and chain id, and a stand-in for ' +
        'every contract of the built-in registry',
    )
      .choices(['devnet', 'mainnet'])
      .conflicts('fork'),
  )
  .addOption(
    new Option(
      '--registry <file>',
      'on mainnet: a registry file in place of the built-in registry',
    ).conflicts('fork'),
  )
  .addOption(
    new Option(
      '--fork <api>',
      'continues the network behind this API on its contracts and its state, which are read as needed; nothing is sent to ' +
        'it and nothing is kept. STACKS_API_KEY is sent along',
    )
      .conflicts('journal')
      .argParser(apiAddress),
  )
  .option(
    '--fork-height <n>',
    'the block that the fork continues; without it the newest',
    wholeNumber(4_000_000_000),
  );
program.parse();

const {
  network = 'devnet',
  journal,
  registry: registryPath,
  fork,
  forkHeight,
  ...options
} = program.opts<Options>();
if (forkHeight !== undefined && fork === undefined) program.error('error: --fork-height needs --fork');
await runProgram(run);

async function run(): Promise<number> {
  const stopped = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  if (network === 'devnet' && registryPath !== undefined)
    throw new Error('the devnet has a registry of its own: --registry needs --network mainnet');
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const controlToken = process.env['SLUICE_DEVNET_CONTROL_TOKEN'] || undefined;
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
          network: { url: fork, apiKey: process.env['STACKS_API_KEY'] || undefined, height: forkHeight },
          log,
        });
  announce(devnet);
  const ended = await Promise.race([devnet.exited, stopped.then(() => undefined)]);
  if (ended !== undefined) throw new Error(`the devnet ended with ${ended.signal ?? ended.code}`);
  await devnet.stop();
  return 0;
}

function announce(devnet: Devnet | ForkDevnet): void {
  const { stacksApiUrl, controlUrl, accounts, operatorAddress, operatorKey } = devnet;
  print(`devnet listens on ${stacksApiUrl}`);
  if ('height' in devnet) print(`it continues ${devnet.network} after block ${devnet.height}`);
  if (controlUrl !== undefined) print(`test controls on ${controlUrl}`);
  print('Keys for development only. They are public: never use them on another network.');
  const keys = [...accounts, { name: 'operator', address: operatorAddress, privateKey: operatorKey }];
  for (const { name, address, privateKey } of keys) print(`  ${name.padEnd(9)} ${address} ${privateKey}`);
  const name = 'height' in devnet ? devnet.network : network;
  if (name === 'devnet') return;
  print(`A signature that is made here is valid on ${name} too: sign with these keys only.`);
  print('A server on it:');
  for (const setting of [
    `SLUICE_NETWORK=${name}`,
    `STACKS_API_URL=${stacksApiUrl}`,
    `SLUICE_OPERATOR_KEY=${operatorKey}`,
    // The stand-ins' pools have prices of their own.
    ...('height' in devnet ? [] : ['SLUICE_BTC_SOURCES=fixed:100000']),
    // No allowance of requests to keep to.
    'STACKS_API_RPM=10000',
    'SLUICE_EXECUTOR_MS=1000',
    'DATABASE_URL=sqlite:./data/rehearsal.db',
  ])
    print(`  ${setting}`);
}

function apiAddress(raw: string): string {
  if (URL.canParse(raw) && /^https?:$/.test(new URL(raw).protocol)) return raw.replace(/\/+$/, '');
  throw new InvalidArgumentError('It must be the address of an API.');
}

function wholeNumber(max: number): (raw: string) => number {
  return (raw) => {
    if (/^\d{1,15}$/.test(raw) && Number(raw) <= max) return Number(raw);
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${max}.`);
  };
}
