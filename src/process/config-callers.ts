/** Reads a whole number; throws a ConfigError outside of the range. */
export type ReadInteger = (
  name: string,
  range: { readonly min: number; readonly max: number; readonly byDefault: number },
) => number;

interface Surroundings {
  readonly isDevnet: boolean;
  /** Number of trusted proxies, which connect for all callers. */
  readonly trustProxy: number;
}

/**
 * What one caller may take of the server, and all of them together. Nothing is limited per address by default on a devnet,
 * where every caller has the address of the one machine.
 */
export function readCallerLimits(integer: ReadInteger, { isDevnet, trustProxy }: Surroundings) {
  const perMinute = (name: string, byDefault: number) =>
    integer(name, { min: 0, max: 1_000_000, byDefault: isDevnet ? 0 : byDefault });
  return {
    /** Calls of each kind per minute and address; 0 for no limit. */
    rates: {
      reads: perMinute('SLUICE_READS_PER_MINUTE', 600),
      quotes: perMinute('SLUICE_QUOTES_PER_MINUTE', 3_000),
      creates: perMinute('SLUICE_CREATES_PER_MINUTE', 300),
      cancels: perMinute('SLUICE_CANCELS_PER_MINUTE', 300),
      executes: perMinute('SLUICE_EXECUTES_PER_MINUTE', 300),
      keys: perMinute('SLUICE_KEY_CALLS_PER_MINUTE', 120),
    },
    /** How many lists over 64 KB are sent at a time. */
    listStreams: integer('SLUICE_LIST_STREAMS', { min: 1, max: 1_000, byDefault: 4 }),
    maxConnections: integer('SLUICE_MAX_CONNECTIONS', { min: 1, max: 1_000_000, byDefault: 2_000 }),
    /** Connections of one address; 0 for no limit. */
    connectionsPerAddress: integer('SLUICE_CONNECTIONS_PER_ADDRESS', {
      min: 0,
      max: 1_000_000,
      byDefault: isDevnet || trustProxy > 0 ? 0 : 250,
    }),
  };
}
