import type { ContractFacts } from '../registry/contract-facts.js';
import type { ContractId } from '../shared/contract-id.js';
import { readContractCode } from './contract-code.js';
import { surveyContract, type Power } from './survey.js';

/**
 * Holders of a power over a token: `no` one, ever; an `owner`, which is an account, or accounts that a variable or a map
 * names; another `contract`, whose code was not read; `anyone`; or `unknown`, because the source does not tell.
 */
export type SafetyWho = 'no' | 'owner' | 'contract' | 'anyone' | 'unknown';

/** Power over a token: its holders, and the functions that use it. */
export interface SafetyFact {
  readonly who: SafetyWho;
  /** Accounts, contracts, and the names of variables and maps that hold them; empty unless `who` is `owner` or `contract`. */
  readonly by: readonly string[];
  /** The public functions that do it. */
  readonly functions: readonly string[];
}

/** Facts of a token's contract that matter to its holders. */
export interface SafetyFacts {
  /** Power to make new tokens. */
  readonly mint: SafetyFact;
  /** Power to keep holders from transferring their tokens. */
  readonly freeze: SafetyFact;
  /** Power to burn or transfer tokens of others. */
  readonly take: SafetyFact;
  /** Power to change the address of the token's metadata. */
  readonly uri: SafetyFact;
}

const UNKNOWN: SafetyFact = { who: 'unknown', by: [], functions: [] };
/** The facts of a contract that cannot be followed. */
export const NO_FACTS: SafetyFacts = { mint: UNKNOWN, freeze: UNKNOWN, take: UNKNOWN, uri: UNKNOWN };

/**
 * Tells who may mint, freeze, take and rename a token, from its contract's source. Everything is `unknown` if the source cannot be
 * followed, or defines other functions or assets than the contract's interface has.
 */
export function safetyFactsOf(
  contract: ContractId,
  { source, functions, assets }: ContractFacts,
): SafetyFacts {
  const code = readContractCode(contract, source);
  if (!code.ok) return NO_FACTS;
  const defined = [...code.value.functions.values()].filter(({ access }) => access !== 'private');
  const isWhole =
    defined.length === functions.size &&
    defined.every(({ name, parameters }) => functions.get(name) === parameters.length) &&
    assets.length === code.value.assets.length;
  const powers = isWhole ? surveyContract(code.value) : undefined;
  if (powers === undefined) return NO_FACTS;
  const factOf = (power: Power | undefined) => (power === undefined ? UNKNOWN : toFact(contract, power));
  const { mint, freeze, take, uri } = powers;
  return { mint: factOf(mint), freeze: factOf(freeze), take: factOf(take), uri: factOf(uri) };
}

function toFact(contract: ContractId, { who, functions }: Power): SafetyFact {
  const used = [...functions].sort();
  switch (who.kind) {
    case 'none':
      return { who: 'no', by: [], functions: [] };
    case 'anyone':
      return { who: 'anyone', by: [], functions: used };
    case 'unclear':
      return { ...UNKNOWN, functions: used };
    case 'named': {
      const holders = [...who.holders];
      const isOwner = holders.some((each) => !each.startsWith('contract '));
      const by = holders.map((each) => each.slice(each.indexOf(' ') + 1)).sort();
      // A contract that lets itself do something lets those whom its functions let.
      if (by.includes(contract)) return { ...UNKNOWN, functions: used };
      return { who: isOwner ? 'owner' : 'contract', by, functions: used };
    }
  }
}
