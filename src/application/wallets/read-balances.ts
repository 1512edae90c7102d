import { isKnown } from '../../domain/market/known-tokens.js';
import type { Address } from '../../domain/shared/address.js';
import { parseContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import {
  parseBalanceRequest,
  type InvalidBalanceRequest,
  type RawBalanceRequest,
} from '../../domain/wallet/balance-request.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';
import type { makeBalancesAtTip } from './balances-at-tip.js';

/**
 * Reason for an unknown balance. `unknown-token`: the token is not one of the exchange. `no-balance`: its contract returns none.
 * `chain-unreachable`: the balance could not be read now.
 */
export type NoBalance = 'unknown-token' | 'no-balance' | 'chain-unreachable';

/** Balance of a wallet in one token. */
export interface TokenBalance {
  /** As the caller wrote it. */
  readonly token: string;
  /** Smallest units; undefined if unknown, which is not 0. */
  readonly balance: Units | undefined;
  /** Reason for an unknown balance. */
  readonly reason?: NoBalance;
}

/** Balances of a wallet as of one block. */
export interface BalancesReading {
  readonly address: Address;
  /** Height of the block as of which all the balances were read. They reflect no later block. */
  readonly blockHeight: number;
  /** In the order of the request, each token once. */
  readonly balances: readonly TokenBalance[];
}

/** Reason why no balance could be read at all. */
export type ReadBalancesError = InvalidBalanceRequest | ChainUnreachable;

/**
 * Reads a wallet's balances in tokens of the exchange, from the caller's unchecked text. All are as of one block. One token without a
 * balance does not affect the others.
 */
export function makeReadBalances(
  { hasher, registry }: Pick<Ports, 'hasher' | 'registry'>,
  balancesAtTip: ReturnType<typeof makeBalancesAtTip>,
) {
  return async (raw: RawBalanceRequest): Promise<Result<BalancesReading, ReadBalancesError>> => {
    const current = registry.current();
    const request = parseBalanceRequest(raw, current.network, hasher.sha256);
    if (!request.ok) return request;
    const balances = await balancesAtTip();
    if (!balances.ok) return balances;
    const { tip, balanceOf: readOne } = balances.value;
    const { address, tokens } = request.value;
    const balanceOf = async (token: string): Promise<TokenBalance> => {
      const id = parseContractId(token, current.network, hasher.sha256);
      // Balances are read only from known contracts: for a stranger's contract, the node would run the stranger's code.
      if (!id.ok || !isKnown(id.value, current)) return unknown(token, 'unknown-token');
      const read = await readOne(id.value, address);
      if (!read.ok) return unknown(token, 'chain-unreachable');
      return read.value === undefined ? unknown(token, 'no-balance') : { token, balance: read.value };
    };
    return ok({
      address,
      blockHeight: tip.height,
      balances: await Promise.all(tokens.map(balanceOf)),
    });
  };
}

const unknown = (token: string, reason: NoBalance): TokenBalance => ({ token, balance: undefined, reason });
