import type { ContractFacts } from '../../../src/domain/registry/contract-facts.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { readContractCode } from '../../../src/domain/token-safety/contract-code.js';
import { safetyFactsOf, type SafetyFact } from '../../../src/domain/token-safety/safety-facts.js';

export const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
export const TOKEN = `${DEPLOYER}.token` as ContractId;

/** The source of a token with a fixed supply, to which the given definitions are added, or whose own they replace. */
export const tokenSource = (added = '', own: { readonly [name: string]: string } = {}): string => {
  const parts: Readonly<Record<string, string>> = {
    transfer: `(define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34))))
      (begin (asserts! (is-eq tx-sender from) (err u4)) (ft-transfer? coin amount from to)))`,
    uri: '(define-read-only (get-token-uri) (ok none))',
    ...own,
  };
  return `(define-fungible-token coin) (ft-mint? coin u1000 tx-sender) ${Object.values(parts).join('\n')} ${added}`;
};

/** What the node's interface says of a contract, as its source does. */
export function factsOf(source: string): ContractFacts {
  const { functions, assets } = unwrap(readContractCode(TOKEN, source));
  const seen = [...functions.values()].filter(({ access }) => access !== 'private');
  return {
    source,
    assets,
    functions: new Map(seen.map(({ name, parameters }) => [name, parameters.length])),
  };
}

/** A fact in a line: `owner(contract-owner) by mint`. */
export const line = ({ who, by, functions }: SafetyFact): string =>
  `${who}${by.length > 0 ? `(${by.join(' ')})` : ''}${functions.length > 0 ? ` by ${functions.join(' ')}` : ''}`;

/** The facts of a source, each in a line. */
export function linesOf(source: string) {
  const { mint, freeze, take, uri } = safetyFactsOf(TOKEN, factsOf(source));
  return { mint: line(mint), freeze: line(freeze), take: line(take), uri: line(uri) };
}
