import { parseAddress, type Address, type Sha256 } from '../shared/address.js';
import { commaSeparated, Fields } from '../shared/fields.js';
import type { Network } from '../shared/network.js';
import { err, ok, type Result } from '../shared/result.js';

/** Tokens of one request, at most. */
export const MAX_BALANCES = 50;

/** A request for what a wallet holds, as unchecked text. */
export interface RawBalanceRequest {
  readonly address?: unknown;
  /** Contract ids, separated by commas. */
  readonly tokens?: unknown;
}

/** Address and tokens whose balances are requested. */
export interface BalanceRequest {
  readonly address: Address;
  /** As the caller wrote them, each once. */
  readonly tokens: readonly string[];
}

/** A request that is malformed or too large. */
export interface InvalidBalanceRequest {
  readonly kind: 'invalid-balance-request';
  readonly parameter: keyof RawBalanceRequest;
  readonly reason: string;
}

/** Reads a request for balances; reports the first problem. Whether the tokens exist is left to their reading. */
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
