import type { Address } from '../domain/shared/address.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainUnreachable } from './chain-node.js';

/** Token balances of wallets. */
export interface TokenBalances {
  /** The owner's balance of a token contract at the newest block; undefined when the contract does not return one. */
  balanceOf(token: ContractId, owner: Address): Promise<Result<Units | undefined, ChainUnreachable>>;
}
