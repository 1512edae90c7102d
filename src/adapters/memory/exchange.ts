import type { Registry } from '../../domain/market/registry.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import type { Address } from '../../domain/shared/address.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { defined } from '../../domain/shared/fields.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import type { VaultFees } from '../../domain/vault/fee.js';
import { isRoutable, quoteHop } from '../../domain/vault/kinds.js';
import type { HopQuote, Reserves, Vault } from '../../domain/vault/vault.js';
import type {
  BroadcastOutcome,
  ChainNode,
  ChainUnreachable,
  AskedHop,
  LiquiditySource,
  SpentOrders,
  TokenBalances,
} from '../../ports/chain.js';
import type { RegistrySource } from '../../ports/registry-source.js';

/** A registry built in code that never changes. */
export class InMemoryRegistry implements RegistrySource {
  constructor(private readonly registry: Registry) {}

  current(): Registry {
    return this.registry;
  }
}

/**
 * Reserves set by the program, in smallest units, for tests and for embedding without a node. Vaults quote exactly according to
 * their reserves; those without reserves do not quote.
 *
 * @example
 * const liquidity = new InMemoryLiquidity();
 * const reserve = toUnits(1_000_000n);
 * const reserves = { reserveA: reserve, reserveB: reserve, supply: reserve, readAt: clock.now() };
 * for (const { contractId } of registry.vaults) liquidity.set(contractId, reserves);
 */
export class InMemoryLiquidity implements LiquiditySource {
  private readonly reserves: Map<ContractId, Reserves>;

  constructor(reserves: ReadonlyMap<ContractId, Reserves> = new Map()) {
    this.reserves = new Map(reserves);
  }

  set(vault: ContractId, reserves: Reserves): void {
    this.reserves.set(vault, reserves);
  }

  async readReserves(vaults: readonly Vault[]): Promise<Result<ReadonlyMap<ContractId, Reserves>, never>> {
    const wanted = new Set(vaults.map(({ contractId }) => contractId));
    return ok(structuredClone(new Map([...this.reserves].filter(([contractId]) => wanted.has(contractId)))));
  }

  async quoteHops(hops: readonly AskedHop[]): Promise<Result<readonly (HopQuote | undefined)[], never>> {
    return ok(
      hops.map(({ vault, opcode, amountIn }) =>
        isRoutable(vault)
          ? quoteHop(vault, this.reserves.get(vault.contractId), opcode, amountIn)
          : undefined,
      ),
    );
  }

  /** Returns the vault's own fees. */
  async readPoolFees({ feePpm, protocolFeePpm }: Vault): Promise<Result<VaultFees | undefined, never>> {
    return ok(feePpm === undefined ? undefined : defined({ feePpm, protocolFeePpm }));
  }
}

/** Balances set by the embedding program, in smallest units. All others are unknown. */
export class InMemoryTokenBalances implements TokenBalances {
  private readonly balances = new Map<string, Units>();

  set(token: ContractId, owner: Address, balance: Units): void {
    this.balances.set(balanceKey(token, owner), balance);
  }

  async balanceOf(token: ContractId, owner: Address): Promise<Result<Units | undefined, never>> {
    return ok(this.balances.get(balanceKey(token, owner)));
  }
}

const balanceKey = (token: ContractId, owner: Address) => `${token} ${owner}`;

/** Orders that the embedding program marks as spent; all others are unspent. */
export class InMemorySpentOrders implements SpentOrders {
  private readonly spent = new Set<string>();

  spend(uuid: OrderUuid): void {
    this.spent.add(uuid);
  }

  async isSpent({ uuid }: { readonly uuid: OrderUuid }): Promise<Result<boolean, never>> {
    return ok(this.spent.has(uuid));
  }
}

/** The chain of a program without one: every read fails with `chain-unreachable`, and nothing is ever sent. */
export class UnreachableChain implements ChainNode {
  tip = unreachable;
  indexHeight = unreachable;
  blockAt = unreachable;
  nextNonce = unreachable;
  accountNonces = unreachable;
  transactionStatus = unreachable;
  transactionStatuses = unreachable;

  async broadcast(): Promise<BroadcastOutcome> {
    return { kind: 'unknown', reason: NO_CHAIN };
  }
}

async function unreachable() {
  return err<ChainUnreachable>({ kind: 'chain-unreachable', reason: NO_CHAIN });
}

const NO_CHAIN = 'this program runs without a chain';
