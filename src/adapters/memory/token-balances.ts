import type { Address } from '../../domain/shared/address.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import type { TokenBalances } from '../../ports/token-balances.js';

/** Balances that the program sets itself; the others are unknown. */
export class InMemoryTokenBalances implements TokenBalances {
  private readonly balances = new Map<string, Units>();

  set(token: ContractId, owner: Address, balance: Units): void {
    this.balances.set(keyOf(token, owner), balance);
  }

  async balanceOf(token: ContractId, owner: Address): Promise<Result<Units | undefined, never>> {
    return ok(this.balances.get(keyOf(token, owner)));
  }
}

const keyOf = (token: ContractId, owner: Address) => `${token} ${owner}`;
