import { allOf, anyOf, partsOf, sourcesIn, sourcesOf } from './condition.js';
import type { Condition, Source } from './terms.js';
import type { Effect } from './scope.js';
import type { ContractCode, FunctionCode } from './contract-code.js';
import { argument, CALLER, sourcesOfValue } from './value.js';
import { Walk } from './walk.js';
import { ANYONE, named, NONE, UNCLEAR, union, whoMay, type Holder, type Who } from './who-may.js';

/** Holders of a power, and the public functions that use it. */
export interface Power {
  readonly who: Who;
  readonly functions: ReadonlySet<string>;
}

/** Powers over a token; undefined if the source does not tell. */
export interface Powers {
  readonly mint: Power | undefined;
  readonly freeze: Power | undefined;
  readonly take: Power | undefined;
  readonly uri: Power | undefined;
}

/** The position of the sender among the arguments of SIP-010's `transfer`, and their number. */
const SENDER = 1;
const TRANSFER_ARGUMENTS = 4;

type Made = Effect & { readonly functionName: string };

/** Tells who may do what with the token of a contract; undefined if its code is too long to follow. */
export function surveyContract(code: ContractCode): Powers | undefined {
  const made: Made[] = [];
  for (const each of code.functions.values()) {
    if (each.access !== 'public') continue;
    const walk = new Walk(code);
    const returned = walk.call(each, each.parameters.map(argument));
    if (walk.isCut) return undefined;
    for (const effect of walk.effects) {
      // A public function that returns an error leaves no change.
      const path = allOf(effect.path, returned.holds);
      made.push({ ...effect, path, functionName: each.name });
    }
  }
  const survey = new Survey(code, made);
  const hasAsset = code.assets.length > 0;
  return {
    mint: hasAsset ? survey.of(made.filter(({ kind }) => kind === 'mint')) : undefined,
    take: hasAsset ? survey.of(made.filter(takesFromOthers)) : undefined,
    freeze: hasAsset ? survey.freeze(code.functions.get('transfer')) : undefined,
    uri: survey.uri(code.functions.get('get-token-uri')),
  };
}

const OWN: readonly string[] = ['caller', 'self', 'principal'];

/** Whether the tokens may be those of a holder: neither the caller's own, nor the contract's, nor those of an account that the source names. */
const takesFromOthers = (effect: Made): boolean =>
  effect.kind === 'take' && !OWN.includes(effect.from.origin.kind);

class Survey {
  constructor(
    private readonly code: ContractCode,
    private readonly made: readonly Made[],
  ) {}

  /** Returns the power to make at least one of the changes. */
  of(changes: readonly Made[]): Power {
    return this.joined(
      changes.map((change) =>
        this.withAppointed({ who: whoMakes(change), functions: new Set([change.functionName]) }),
      ),
    );
  }

  /** Returns the power to change the result of `get-token-uri`. */
  uri(code: FunctionCode | undefined): Power | undefined {
    if (code === undefined) return undefined;
    const walk = new Walk(this.code);
    const returned = walk.call(code, []);
    if (walk.isCut) return undefined;
    const inner = returned.inner === undefined ? [] : [sourcesOfValue(returned.inner)];
    return this.changing(sourcesOf(sourcesOfValue(returned), ...inner), code.name);
  }

  /** Returns the power to make a holder's own `transfer` fail, or move nothing. */
  freeze(code: FunctionCode | undefined): Power | undefined {
    if (code?.parameters.length !== TRANSFER_ARGUMENTS) return undefined;
    const walk = new Walk(this.code);
    const given = code.parameters.map((name, index) => (index === SENDER ? CALLER : argument(name)));
    const returned = walk.call(code, given);
    const moves = walk.effects.filter((each) => each.kind === 'take' && each.from.origin.kind === 'caller');
    if (moves.length === 0 || walk.isCut) return undefined;
    const condition = allOf(returned.holds, anyOf(...moves.map(({ path }) => path)));
    const amounts = moves.map((each) => (each.kind === 'take' ? each.sources : new Set<Source>()));
    const read = [...partsOf(condition)].map(stateOf);
    const who = whoMay(condition, undefined, () => ANYONE);
    const isOpen = who.kind === 'anyone';
    const restricted = { who: who.kind === 'none' ? UNCLEAR : who, functions: new Set([code.name]) };
    return this.joined([
      ...(isOpen ? [] : [this.withAppointed(restricted)]),
      ...read.map((sources) => this.changing(sources, code.name)),
      this.changing(sourcesOf(...amounts), code.name),
    ]);
  }

  /** Returns the power to change the sources, as `functionName` reads them. */
  private changing(sources: ReadonlySet<Source>, functionName: string): Power {
    const own = new Set([functionName]);
    const isState = (source: Source) => source.startsWith('variable ') || source.startsWith('map ');
    const [state, rest] = [[...sources].filter(isState), [...sources].filter((each) => !isState(each))];
    const contracts = rest.filter((each): each is Source & Holder => each.startsWith('contract '));
    const isOpen =
      rest.includes('proof') ||
      rest.includes('chain') ||
      contracts.includes('contract ?') ||
      // The caller decides by itself, unless what is known about it is a contract's or a map's.
      (rest.includes('caller') && state.length === 0 && contracts.length === 0);
    return this.joined([
      ...(isOpen ? [{ who: UNCLEAR, functions: own }] : []),
      ...(contracts.length > 0 ? [{ who: named(...contracts), functions: own }] : []),
      ...state.map((source) => this.of(this.writesOf(source))),
    ]);
  }

  private writesOf(source: Source): readonly Made[] {
    return this.made.filter((each) => each.kind === 'write' && each.target === source);
  }

  /** Adds those who may appoint the holders: who may change a variable or a map may name itself in it. */
  private withAppointed(power: Power): Power {
    if (power.who.kind !== 'named') return power;
    const holders = new Set<Holder>();
    const openers: Power[] = [];
    const waiting = [...power.who.holders];
    for (const holder of waiting) {
      if (holders.has(holder)) continue;
      const first = this.firstValue(holder);
      if (first === undefined) holders.add(holder);
      else waiting.push(first);
      for (const { path, functionName } of this.writesOf(holder as Source)) {
        const who = whoMay(path);
        if (who.kind === 'named') waiting.push(...who.holders);
        else openers.push({ who, functions: new Set([functionName]) });
      }
    }
    const open = this.joined(openers);
    if (open.who.kind === 'none') return { ...power, who: named(...holders) };
    return { who: open.who, functions: new Set([...power.functions, ...open.functions]) };
  }

  /** The account that a variable names forever, since nothing changes it. */
  private firstValue(holder: Holder): Holder | undefined {
    const [kind, name = ''] = holder.split(' ');
    const first = kind === 'variable' ? this.code.variables.get(name) : undefined;
    if (first === undefined || this.writesOf(holder as Source).length > 0) return undefined;
    const { origin } = new Walk(this.code).atDeployment(first);
    if (origin.kind !== 'principal') return undefined;
    return `${origin.id.includes('.') ? 'contract' : 'account'} ${origin.id}`;
  }

  private joined(powers: readonly Power[]): Power {
    const real = powers.filter(({ who }) => who.kind !== 'none');
    return {
      who: union(real.map(({ who }) => who)),
      functions: new Set(real.flatMap(({ functions }) => [...functions])),
    };
  }
}

/** Returns the accounts that may make the change to others: to tokens, or to entries of a map, that are not their own. */
function whoMakes(change: Made): Who {
  if (change.kind === 'take') return whoMay(change.path, change.from);
  if (change.kind === 'mint' || change.key === undefined) return whoMay(change.path);
  if (change.key.origin.kind === 'caller') return NONE;
  const who = whoMay(change.path, change.key);
  return who.kind === 'anyone' && change.key.sources.has('caller') ? UNCLEAR : who;
}

/** Sources of a condition of a transfer, beside the caller itself. */
function stateOf(condition: Condition): ReadonlySet<Source> {
  if (condition.kind === 'caller-is') return condition.account.sources;
  if (condition.kind === 'caller-in') return new Set<Source>([`map ${condition.map}`]);
  return sourcesIn(condition);
}
