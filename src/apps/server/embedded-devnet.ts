import { existsSync } from 'node:fs';
import { describeStart, startDevnet, type Devnet, type PreparedDevnet } from '../devnet/index.js';
import type { Log } from '../run/log.js';
import { devnetJournalPath, hasDevnet, type Config } from './config.js';
import type { StartUp } from './start-up.js';

export interface OwnDevnetOptions {
  /** Whether the development keys of the embedded devnet are logged. */
  readonly showKeys: boolean;
  /** An embedded devnet's process that was started in advance. */
  readonly prepared?: PreparedDevnet | undefined;
}

interface DevnetStart extends OwnDevnetOptions {
  readonly log: Log;
  readonly startUp: StartUp;
  readonly signal: AbortSignal;
}

/** Starts the embedded devnet; resolves to undefined if the settings ask for none. */
export async function openDevnet(
  config: Config,
  { log, startUp, showKeys, prepared, signal }: DevnetStart,
): Promise<Devnet | undefined> {
  if (!hasDevnet(config)) return undefined;
  const journalPath = devnetJournalPath(config);
  const isOld = journalPath !== undefined && existsSync(journalPath);
  startUp.begin(isOld ? 'starting the devnet where it stopped' : 'starting a new devnet', {
    ...(journalPath !== undefined && { journal: journalPath }),
  });
  const devnet = await startDevnet({
    blockMs: config.blockMs,
    controlPort: config.devnetControlPort,
    controlToken: config.devnetControlToken,
    journalPath,
    log: (line) => log.warn({ line }, 'devnet'),
    onStart: (event) => startUp.begin(describeStart(event), event),
    prepared,
    signal,
  });
  const { stacksApiUrl, controlUrl, accounts } = devnet;
  log.info({ stacksApiUrl, controlUrl }, 'devnet started');
  if (!showKeys) return devnet;
  for (const { name, address, privateKey } of accounts) {
    log.info({ name, address, privateKey }, 'devnet wallet, for development only');
  }
  return devnet;
}
