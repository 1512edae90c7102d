import { isKnown } from '../../domain/market/known-tokens.js';
import type { Address } from '../../domain/shared/address.js';
import { parseContractId, type ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import {
  parseBalanceRequest,
  type InvalidBalanceRequest,
  type RawBalanceRequest,
} from '../../domain/wallet/balance-request.js';
import type { ChainTip, ChainUnreachable, Ports, WalletBalances } from '../../ports/index.js';
import { recentFlight } from '../shared/single-flight.js';

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

/** Time (ms) for which a block counts as the newest. */
const TIP_MS = 2_000;
/** Time (ms) for which a balance is kept, or the reason why it could not be read. A balance as of one block never changes. */
const KEPT_MS = 10_000;
const MOST_KEPT = 10_000;

interface Asked {
  readonly token: ContractId;
  readonly address: Address;
  readonly at: ChainTip;
}

/**
 * Reads a wallet's balances in tokens of the exchange, from the caller's unchecked text. All balances are as of one block, so
 * lagging hosts behind one address cannot mix two states. Callers share reads of the same balance. One token without a balance
 * does not affect the others.
 */
export function makeReadBalances(
  ports: Pick<Ports, 'balances' | 'chain' | 'clock' | 'hasher' | 'registry' | 'walletBalances'>,
) {
  const { clock, hasher, registry } = ports;
  const source = ports.walletBalances ?? anyBalances(ports);
  const readTip = recentFlight(() => source.tip(), { clock, maxAgeMs: TIP_MS });
  const readOne = recentFlight(({ token, address, at }: Asked) => source.balanceOf(token, address, at), {
    clock,
    maxAgeMs: KEPT_MS,
    keyOf: ({ token, address, at }) => `${at.id} ${address} ${token}`,
    most: MOST_KEPT,
  });

  return async (raw: RawBalanceRequest): Promise<Result<BalancesReading, ReadBalancesError>> => {
    const current = registry.current();
    const request = parseBalanceRequest(raw, current.network, hasher.sha256);
    if (!request.ok) return request;
    const tip = await readTip();
    if (!tip.ok) return tip;
    const { address, tokens } = request.value;
    const balanceOf = async (token: string): Promise<TokenBalance> => {
      const id = parseContractId(token, current.network, hasher.sha256);
      // Balances are read only from known contracts: for a stranger's contract, the node would run the stranger's code.
      if (!id.ok || !isKnown(id.value, current)) return unknown(token, 'unknown-token');
      const read = await readOne({ token: id.value, address, at: tip.value });
      if (!read.ok) return unknown(token, 'chain-unreachable');
      return read.value === undefined ? unknown(token, 'no-balance') : { token, balance: read.value };
    };
    const balances = await Promise.all(tokens.map(balanceOf));
    return ok({ address, blockHeight: tip.value.height, balances });
  };
}

const unknown = (token: string, reason: NoBalance): TokenBalance => ({ token, balance: undefined, reason });

const anyBalances = ({ balances, chain }: Pick<Ports, 'balances' | 'chain'>): WalletBalances => ({
  tip: () => chain.tip(),
  balanceOf: (token, owner, at) => balances.balanceOf(token, owner, at),
});
