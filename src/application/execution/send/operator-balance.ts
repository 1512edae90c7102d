import { err, type Result } from '../../../domain/shared/result.js';
import type { Units } from '../../../domain/shared/units.js';
import type { ChainUnreachable, Ports } from '../../../ports/index.js';
import { singleFlight } from '../../shared/single-flight.js';

/** How long a reading counts: about as long as a block takes to spend it. A failed one is repeated sooner. */
const READING_MS = 30_000;
const FAILURE_MS = 5_000;

type Reading = Result<Units, ChainUnreachable>;

/**
 * Reads what the operator's account holds, in microSTX, at most every 30 seconds, for all callers together. Unreachable
 * without an operator key or without a source of balances: a limit that cannot be checked stops sending.
 */
export function makeReadOperatorBalance({
  accounts,
  clock,
  signer,
}: Pick<Ports, 'accounts' | 'clock' | 'signer'>): () => Promise<Reading> {
  let last: { readonly reading: Reading; readonly until: number } | undefined;
  const read = singleFlight(async (): Promise<Reading> => {
    if (accounts === undefined || signer === undefined)
      return err({ kind: 'chain-unreachable', reason: 'the balances of accounts are not read here' });
    const reading = await accounts.ustxOf(signer.address);
    last = { reading, until: clock.now().getTime() + (reading.ok ? READING_MS : FAILURE_MS) };
    return reading;
  });
  return async () => (last !== undefined && clock.now().getTime() < last.until ? last.reading : read());
}
