import { devnetRegistry } from '../devnet/index.js';
import { builtInRegistry, createRegistry, openRegistryFile } from '../../adapters/stacks/index.js';
import { makeFeeLearner, type FeeEvent } from '../../application/market/learn-fees.js';
import type { Registry } from '../../domain/market/registry.js';
import type { Network } from '../../domain/shared/network.js';
import { unwrap } from '../../domain/shared/result.js';
import type { LiquiditySource, Ports, RegistrySource } from '../../ports/index.js';
import type { Log } from './log.js';
import { repeat } from './repeat.js';
import { StartError } from './start-error.js';

/** A registry exactly as written. If it is a file, changes of the file take effect until it is closed. */
export type ClosableRegistry = RegistrySource & { close(): void };

/** A registry whose missing fees are read from the chain in the background. */
export interface LearningRegistry extends RegistrySource {
  /** Ends the reading of fees. Resolves when no read is under way. */
  stop(): Promise<void>;
}

/** Interval of checks for vaults whose fee must be read, ms: those new in the registry file, and those due for another try. */
const FEE_CHECK_MS = 5_000;

/** The registry that a network has if the operator names no file. */
export const defaultRegistry = (network: Network): Registry =>
  network === 'devnet' ? unwrap(createRegistry(devnetRegistry(), network)) : builtInRegistry(network);

export interface RegistryOptions {
  readonly network: Network;
  /** Path of a registry file, which is read again when it changes. */
  readonly registryPath?: string | undefined;
}

/** Opens the registry file or, without one, the network's built-in registry. */
export async function openRegistry(
  { network, registryPath }: RegistryOptions,
  log: Log,
): Promise<ClosableRegistry> {
  if (registryPath === undefined) {
    const registry = defaultRegistry(network);
    return { current: () => registry, close: () => undefined };
  }
  const file = await openRegistryFile(registryPath, {
    network,
    onReload: ({ vaults, tokens }) =>
      log.info({ vaults: vaults.length, tokens: tokens.length }, 'registry reloaded'),
    onError: ({ problems }) =>
      log.error({ problems }, 'registry file is unusable; the previous registry stays in force'),
  });
  if (!file.ok)
    throw new StartError(`the registry ${registryPath} cannot be used: ${file.error.problems.join('; ')}`);
  return file.value;
}

/** Adds fees that the registry omits, and corrects wrong ones. Starts the first read at once, without waiting for it. */
export function learnFees(
  ports: Pick<Ports, 'registry' | 'liquidity' | 'clock'> & { readonly comparisons: LiquiditySource },
  log: Log,
): LearningRegistry {
  const learner = makeFeeLearner({ ...ports, onEvent: (event) => logFee(log, event) });
  const onError = (error: unknown) => log.error({ err: error }, 'reading fees failed; it is repeated');
  const first = learner.learn().catch(onError);
  const stopRepeating = repeat(learner.learn, { pauseMs: FEE_CHECK_MS, onError });
  return {
    current: () => learner.current(),
    stop: async () => void (await Promise.all([first, stopRepeating()])),
  };
}

function logFee(log: Log, { kind, ...facts }: FeeEvent): void {
  if (kind === 'fee-read') log.info(facts, 'the vault’s fee was read from the chain; the vault is routed');
  else if (kind === 'fee-corrected')
    log.warn(facts, 'the registry states another fee than the vault’s contract takes; the contract’s counts');
  else log.warn(facts, 'the vault’s fee is in neither the registry nor its quotes; the vault is not routed');
}
