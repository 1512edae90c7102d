import { parseAddress, type Address, type Sha256 } from '../shared/address.js';
import { commaSeparated, Fields } from '../shared/fields.js';
import type { Network } from '../shared/network.js';
import { err, ok, type Result } from '../shared/result.js';

/** Maximum number of tokens per request. */
export const MAX_BALANCES = 50;

/** A request for a wallet's balances, as unchecked text. */
export interface RawBalanceRequest {
  readonly address?: unknown;
  /** Contract ids, separated by commas. */
  readonly tokens?: unknown;
}

/** A valid request: a wallet's address, and the tokens whose balances to read. */
export interface BalanceRequest {
  readonly address: Address;
  /** Contract ids as the caller wrote them, without duplicates. */
  readonly tokens: readonly string[];
}

/** A request that is malformed or too large. */
export interface InvalidBalanceRequest {
  readonly kind: 'invalid-balance-request';
  readonly parameter: keyof RawBalanceRequest;
  readonly reason: string;
}

/** Reads a request for balances; reports the first problem. Whether the tokens exist is checked when they are read. */
export function parseBalanceRequest(
  raw: RawBalanceRequest,
  network: Network,
  sha256: Sha256,
): Result<BalanceRequest, InvalidBalanceRequest> {
  const problems: InvalidBalanceRequest[] = [];
  const fields = new Fields(raw, (parameter, reason) =>
    problems.push({
      kind: 'invalid-balance-request',
      parameter: parameter as keyof RawBalanceRequest,
      reason,
    }),
  );
  const address = fields.read('address', (text) => parseAddress(text, network, sha256));
  const tokens = fields.read('tokens', commaSeparated(MAX_BALANCES, 'contract ids'));
  return address === undefined || tokens === undefined
    ? err(problems[0]!)
    : ok({ address, tokens: [...new Set(tokens)] });
}
