import type { Txid } from '../../src/domain/order/ids.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { err, ok } from '../../src/domain/shared/result.js';
import { quoteHop, isRoutable } from '../../src/domain/vault/kinds.js';
import type { Reserves } from '../../src/domain/vault/vault.js';
import type { BlockReader, ChainTip, ChainUnreachable, PastBlocks } from '../../src/ports/index.js';

const CUT: ChainUnreachable = { kind: 'chain-unreachable', reason: 'the chain is cut' };
const tipAt = (height: number): ChainTip => ({ height, id: String(height).padStart(64, '0') });

/** A chain whose states at each height a test sets, with the reads that were made of them. */
export class PastStates implements BlockReader, Pick<PastBlocks, 'tipAt'> {
  /** What transactions before a swap in its block touched. */
  readonly before = new Map<Txid, ReadonlySet<ContractId> | 'all'>();
  /** Reads by name, with the height. */
  readonly reads: string[] = [];
  isCut = false;
  private readonly states = new Map<ContractId, { readonly from: number; readonly held: Reserves }[]>();

  constructor(private readonly height: () => number) {}

  /** Sets the vault's reserves from the height on. */
  set(vault: ContractId, from: number, held: Reserves): void {
    this.states.set(vault, [...(this.states.get(vault) ?? []), { from, held }]);
  }

  at(vault: ContractId, height: number): Reserves | undefined {
    return this.states.get(vault)?.findLast(({ from }) => from <= height)?.held;
  }

  newest: BlockReader['newest'] = async () => ok(tipAt(this.height()));

  touched: BlockReader['touched'] = async (after, { height }) => {
    const changed = [...this.states].filter(([, states]) =>
      states.some(({ from }) => from > after && from <= height),
    );
    return ok({ contracts: new Set(changed.map(([vault]) => vault)), until: height });
  };

  reservesAt: BlockReader['reservesAt'] = async ({ contractId }, { height }) => {
    if (this.isCut) return err(CUT);
    this.reads.push(`reserves ${height}`);
    return ok(this.at(contractId, height));
  };

  quotesAt: BlockReader['quotesAt'] = async (hops, { height }) => {
    this.reads.push(`quotes ${height}`);
    return ok(
      hops.map(({ vault, opcode, amountIn }) =>
        isRoutable(vault) ? quoteHop(vault, this.at(vault.contractId, height), opcode, amountIn) : undefined,
      ),
    );
  };

  touchedBefore: BlockReader['touchedBefore'] = async (txid) => {
    if (this.isCut) return err(CUT);
    this.reads.push('before');
    return ok(this.before.get(txid) ?? new Set<ContractId>());
  };

  tipAt: PastBlocks['tipAt'] = async (height) => {
    this.reads.push(`tip ${height}`);
    return ok(tipAt(height));
  };

  swapIn: PastBlocks['swapIn'] = async () => ok(undefined);
  isRevokedIn: PastBlocks['isRevokedIn'] = async () => ok(false);
}
