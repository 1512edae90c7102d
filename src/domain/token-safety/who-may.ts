import type { Condition, Source, Value } from './terms.js';

/** Accounts that meet a condition, from the fewest to the most. */
export type Who =
  | { readonly kind: 'none' }
  | { readonly kind: 'named'; readonly holders: ReadonlySet<Holder> }
  /** The source does not tell. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'anyone' };

/** The account or contract with this id, what a variable or a map holds, or those whom another contract lets. */
export type Holder = `account ${string}` | Extract<Source, `${string} ${string}`>;

export const NONE: Who = { kind: 'none' };
export const UNCLEAR: Who = { kind: 'unclear' };
export const ANYONE: Who = { kind: 'anyone' };

/** Group of the holders; none without any. */
export const named = (...holders: readonly Holder[]): Who =>
  holders.length === 0 ? NONE : { kind: 'named', holders: new Set(holders) };

const RANK = { none: 0, named: 1, unclear: 3, anyone: 4 } as const;

/** The rank of those who meet a condition: contracts come after accounts, since their code decides in turn. */
function rankOf(who: Who): number {
  const isContract = who.kind === 'named' && [...who.holders].every((each) => each.startsWith('contract '));
  return RANK[who.kind] + (isContract ? 1 : 0);
}

/** Union of the groups. */
export function union(groups: Iterable<Who>): Who {
  let all: Who = NONE;
  for (const who of groups) {
    if (all.kind === 'named' && who.kind === 'named')
      all = { kind: 'named', holders: new Set([...all.holders, ...who.holders]) };
    else if (RANK[who.kind] > RANK[all.kind]) all = who;
  }
  return all;
}

/** A group that contains all who are in each of the groups: the narrowest of them. */
const narrowest = (groups: readonly Who[]): Who =>
  groups.reduce((least, who) => (rankOf(who) < rankOf(least) ? who : least), ANYONE);

/**
 * Finds the accounts that meet the condition, the account `subject` itself left out. `decides` tells who meets one of which only the sources are
 * known.
 */
export function whoMay(condition: Condition, subject?: Value, decides = whoDecides): Who {
  const known = new Map<Condition, Who>();
  const follow = (each: Condition): Who => {
    const found = known.get(each) ?? decide(each);
    known.set(each, found);
    return found;
  };
  const decide = (each: Condition): Who => {
    switch (each.kind) {
      case 'always':
        return ANYONE;
      case 'never':
        return NONE;
      case 'and':
        return narrowest(each.of.map(follow));
      case 'or':
        return union(each.of.map(follow));
      case 'caller-is':
        return each.negated ? ANYONE : whoIs(each.account, subject);
      case 'caller-in':
        return each.negated ? ANYONE : named(`map ${each.map}`);
      case 'other':
        return decides(each.sources);
    }
  };
  return follow(condition);
}

function whoIs({ origin }: Value, subject: Value | undefined): Who {
  const of = subject?.origin;
  switch (origin.kind) {
    case 'principal':
      return named(`${origin.id.includes('.') ? 'contract' : 'account'} ${origin.id}`);
    case 'argument':
      return of?.kind === 'argument' && of.path === origin.path ? NONE : ANYONE;
    case 'variable':
      return named(`variable ${origin.name}`);
    case 'entry':
      return named(`map ${origin.map}`);
    default:
      return UNCLEAR;
  }
}

function whoDecides(sources: ReadonlySet<Source>): Who {
  if (sources.size === 0) return ANYONE;
  const contracts = [...sources].filter((source) => source.startsWith('contract '));
  const isOpen = sources.has('proof') || sources.has('contract ?');
  return isOpen || contracts.length === 0 ? UNCLEAR : named(...(contracts as Holder[]));
}
