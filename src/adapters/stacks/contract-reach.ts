import { contractParts, type ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable } from '../../ports/index.js';
import type { StacksNode } from './node-client.js';

/** A contract's name in a Clarity source or value: `'SP….name`, or `.name` for one of the same deployer. */
const ABSOLUTE = /\bS[0-9A-HJKMNP-TV-Z]{27,40}\.[a-zA-Z][a-zA-Z0-9_-]*/g;
const RELATIVE = /(?<![\w-])\.([a-zA-Z][a-zA-Z0-9_-]*)/g;

/** More contracts than one block plausibly reaches. */
const MAX_REACH = 1_000;

/** The contracts that the text names. */
export const contractsNamedIn = (text: string): ContractId[] => (text.match(ABSOLUTE) ?? []) as ContractId[];

/** Every contract that calls of some contracts may run, those included; `all` when they cannot all be followed. */
export type ReachOf = (
  roots: Iterable<ContractId>,
) => Promise<Result<ReadonlySet<ContractId> | 'all', ChainUnreachable>>;

/**
 * Follows the contracts that sources name. In Clarity a call names its contract literally or through a trait among the
 * arguments, and deployed code never changes, so with the contracts among the arguments as further roots the result
 * contains every contract that runs. Each source is read once, except of contracts that `knownCalls` tells the calls of. A
 * comment or text that names a contract adds it.
 */
export function makeReachOf(
  node: Pick<StacksNode, 'contractSource'>,
  knownCalls: (contract: ContractId) => readonly ContractId[] | undefined,
): ReachOf {
  const known = new Map<ContractId, readonly ContractId[]>();

  /** Undefined for a contract that the host does not know. */
  const namedBy = async (
    contract: ContractId,
  ): Promise<Result<readonly ContractId[] | undefined, ChainUnreachable>> => {
    const held = knownCalls(contract) ?? known.get(contract);
    if (held !== undefined) return ok(held);
    const source = await node.contractSource(contract);
    if (!source.ok) return source;
    if (source.value === undefined) return ok(undefined);
    const named = namesIn(source.value, contract);
    known.set(contract, named);
    return ok(named);
  };

  return async (roots) => {
    const named = new Set(roots);
    const reach = new Set(named);
    // A set visits what is added to it while it is read.
    for (const contract of reach) {
      if (reach.size > MAX_REACH) return ok('all');
      const next = await namedBy(contract);
      if (!next.ok) return next;
      // Code may name contracts that never existed; one that a transaction names is only unknown to this host.
      if (next.value === undefined && named.has(contract)) return ok('all');
      next.value?.forEach((each) => reach.add(each));
    }
    return ok(reach);
  };
}

function namesIn(source: string, contract: ContractId): readonly ContractId[] {
  const { address } = contractParts(contract);
  const relative = [...source.matchAll(RELATIVE)].map(([, name]) => `${address}.${name}` as ContractId);
  return [...new Set([...contractsNamedIn(source), ...relative])].filter((named) => named !== contract);
}
