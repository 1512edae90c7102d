import type { DatabaseSource } from '../../adapters/typeorm/index.js';
import type { ExecutorReport } from '../../application/execution/tick/run-executor.js';
import type { CoreSettings } from '../../application/settings.js';
import type { Registry } from '../../domain/market/registry.js';
import type { Network } from '../../domain/shared/network.js';
import type { Ports } from '../../ports/index.js';
import type { Log } from './log.js';
import type { NodeOptions } from './node.js';
import type { Role } from './pace.js';
import type { ChainRunSettings, RunSettings } from './settings.js';

/** The chain that the exchange trades on. */
export interface ChainOptions extends NodeOptions, Partial<ChainRunSettings> {
  /** The chain's network, which determines the valid addresses and signatures. */
  readonly network: Network;
  /**
   * Tokens, vaults and routers: a registry, or the path of a registry file, which is read again when it changes. By default the
   * network's built-in one.
   */
  readonly registry?: string | Registry | undefined;
  /**
   * Private keys of the accounts that send swaps and pay their fees, the preferred one first: 64 hex characters each, or 66
   * ending in 01. Secrets. Without keys, orders are stored and quoted, but no swap is sent.
   */
  readonly operatorKeys?: readonly string[];
}

/** Options of `startSluice`: what it opens and runs. */
export interface SluiceOptions extends Partial<RunSettings> {
  /** Database of orders, keys and prices; see `openStorage`. If absent, the storage ports must be among `ports`. */
  readonly database?: DatabaseSource;
  /** The Postgres schema of the tables; see `openStorage`. */
  readonly schema?: string;
  /** Chain that the exchange trades on. If absent, the ports of the chain must be among `ports`. */
  readonly chain?: ChainOptions;
  /** Your own ports. Each replaces the one that would be opened. They are never closed: closing them is up to you. */
  readonly ports?: Partial<Ports>;
  /** Settings of the core. The defaults suit the network and the node's request allowance. */
  readonly settings?: Partial<CoreSettings>;
  /**
   * The background work of this process, all of it by default. `api` follows blocks and keeps the price list fresh, `executor`
   * sends and settles swaps, `recorder` records prices every five minutes, `webhooks` sends events of orders. Any number of processes may share a Postgres
   * database, with any roles.
   */
  readonly roles?: readonly Role[];
  /** Log for outages, executed orders and recorded prices: pino's logger, or `console`. Nothing is logged if absent. */
  readonly log?: Log;
  /** Called after each executor pass. */
  readonly onPass?: (report: ExecutorReport) => void;
}
