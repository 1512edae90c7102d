import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainRead } from '../../../ports/index.js';
import type { StacksNode } from '../node/node-client.js';

/** A contract's name in a Clarity source or value: `'SP….name`, or `.name` for the same deployer. */
const ABSOLUTE = /\bS[0-9A-HJKMNP-TV-Z]{27,40}\.[a-zA-Z][a-zA-Z0-9_-]*/g;
const RELATIVE = /(?<![\w-])\.([a-zA-Z][a-zA-Z0-9_-]*)/g;

/** Maximum number of contracts to follow, which exceeds what one block plausibly reaches. */
const MAX_REACH = 1_000;

/** The contracts named in the text. */
export const contractsNamedIn = (text: string): ContractId[] => (text.match(ABSOLUTE) ?? []) as ContractId[];

/** Contracts that calls may run. */
export interface Reach {
  /** Every contract that calls of the given contracts may run, including themselves; `all` if they cannot all be followed. */
  of(roots: Iterable<ContractId>): ChainRead<ReadonlySet<ContractId> | 'all'>;
  /** Whether the function's arguments decide which contracts it calls: a parameter is a trait, or the contract's source is unknown. */
  takesContracts(contract: ContractId, functionName: string): ChainRead<boolean>;
}

/** Calls of a contract, according to the registry. */
export interface KnownCalls {
  readonly calls: readonly ContractId[];
  readonly takesContracts: boolean;
}

/** Facts of contracts' sources, which never change. */
export type KnownSources = Map<
  ContractId,
  { readonly named: readonly ContractId[]; readonly open: ReadonlySet<string> }
>;

/**
 * Follows the contracts named in sources. In Clarity a call names its contract literally or through a trait among the arguments,
 * and deployed code never changes. If the roots also include the contracts among the arguments, the result therefore contains
 * every contract that runs. Each source is read once; contracts whose calls `knownCalls` gives are not read. A contract named only
 * in a comment or a string is included too.
 */
export function makeReach(
  node: Pick<StacksNode, 'contractSource'>,
  knownCalls: (contract: ContractId) => KnownCalls | undefined,
  known: KnownSources = new Map(),
): Reach {
  /** Reads the source of a contract, and what follows from it; undefined if the host does not know the contract. */
  const read = async (contract: ContractId) => {
    const held = known.get(contract);
    if (held !== undefined) return ok(held);
    const source = await node.contractSource(contract);
    if (!source.ok || source.value === undefined) return source.ok ? ok() : source;
    const facts = { named: namesIn(source.value, contract), open: traitFunctionsOf(source.value) };
    known.set(contract, facts);
    return ok(facts);
  };

  const namedBy = async (contract: ContractId): ChainRead<readonly ContractId[] | undefined> => {
    const listed = knownCalls(contract);
    if (listed !== undefined) return ok(listed.calls);
    const facts = await read(contract);
    return facts.ok ? ok(facts.value?.named) : facts;
  };

  const of: Reach['of'] = async (roots) => {
    const named = new Set(roots);
    const reach = new Set(named);
    // Iterating over a set includes items added meanwhile.
    for (const contract of reach) {
      if (reach.size > MAX_REACH) return ok('all');
      const next = await namedBy(contract);
      if (!next.ok) return next;
      // Code may name contracts that never existed. But a contract that a transaction names does exist, so this host merely lacks it.
      if (next.value === undefined && named.has(contract)) return ok('all');
      next.value?.forEach((each) => reach.add(each));
    }
    return ok(reach);
  };

  return {
    of,
    async takesContracts(contract, functionName) {
      const listed = knownCalls(contract);
      if (listed !== undefined) return ok(listed.takesContracts);
      const facts = await read(contract);
      return facts.ok ? ok(facts.value?.open.has(functionName) ?? true) : facts;
    },
  };
}

/** The public functions with a trait among their parameters. */
function traitFunctionsOf(source: string): ReadonlySet<string> {
  const code = source.replace(/;.*$/gm, '');
  const open = new Set<string>();
  for (const { 1: name = '', index } of code.matchAll(/\(\s*define-public\s*\(\s*([^\s()]+)/g)) {
    let [depth, at] = [0, code.indexOf('(', index + 1)];
    const from = at;
    do {
      if (code[at] === '(') depth += 1;
      else if (code[at] === ')') depth -= 1;
      at += 1;
    } while (depth > 0 && at < code.length);
    if (code.slice(from, at).includes('<')) open.add(name);
  }
  return open;
}

function namesIn(source: string, contract: ContractId): readonly ContractId[] {
  const { address } = contractParts(contract);
  const relative = [...source.matchAll(RELATIVE)].map(([, name]) => `${address}.${name}` as ContractId);
  return [...new Set([...contractsNamedIn(source), ...relative])].filter((named) => named !== contract);
}
