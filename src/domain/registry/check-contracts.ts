import type { BlazeVersion, Registry, RouterContract, Token } from '../market/registry.js';
import { STX, type ContractId } from '../shared/contract-id.js';
import { hasShape, referencesOf, type ContractFacts, type TokenFacts } from './contract-facts.js';
import { Findings, type Finding } from './finding.js';

type Verifiers = Registry['verifier'];
type Context = Pick<Registry, 'verifier' | 'wstx'>;

export const NO_CONTRACT = 'no such contract';
const VERSIONS: readonly BlazeVersion[] = ['v1', 'v2'];

/** Compares a token other than STX with its contract. Undefined `facts` mean that there is no such contract. */
export function checkToken(
  token: Token,
  facts: (ContractFacts & { readonly token: TokenFacts }) | undefined,
  context: Context,
): readonly Finding[] {
  const { contractId, decimals, identifier, type } = token;
  const { all, disagrees, unread } = new Findings('tokens', contractId);
  if (facts === undefined) {
    disagrees('contractId', contractId, NO_CONTRACT);
    return all;
  }
  const found = facts.token.decimals;
  if (found === undefined) unread('decimals', decimals, 'the contract returns none');
  else if (found !== decimals) disagrees('decimals', decimals, found);

  const isCopy = hasShape(facts, 'subnet');
  if (isCopy !== (type === 'SUBNET'))
    disagrees('type', type ?? 'no subnet copy', isCopy ? 'SUBNET' : 'no subnet copy');
  // A copy defines no asset. What moves is the asset that its base's entry names.
  if (isCopy) return [...all, ...checkCopy(token, facts, context)];
  if (!facts.assets.includes(identifier))
    disagrees('identifier', identifier, facts.assets.join(', ') || 'no asset');
  return all;
}

function checkCopy(
  { contractId, base, blaze }: Token,
  facts: ContractFacts,
  { verifier, wstx }: Context,
): readonly Finding[] {
  const { all, disagrees, unread } = new Findings('tokens', contractId);
  const references = referencesOf(contractId, facts);
  const isBase = base !== undefined && (references.has(base) || (base === STX && references.has(wstx)));
  if (!isBase) disagrees('base', base, 'the contract never calls it');
  const [version, other] = versionsIn(references, verifier);
  if (version === undefined || other !== undefined)
    unread(
      'blaze',
      blaze,
      version === undefined ? 'the contract calls no verifier of the registry' : 'it calls both verifiers',
    );
  else if (version !== blaze) disagrees('blaze', blaze, version);
  return all;
}

/** The versions whose verifiers are among the references. */
export const versionsIn = (
  references: ReadonlySet<ContractId>,
  verifier: Verifiers,
): readonly BlazeVersion[] => VERSIONS.filter((version) => references.has(verifier[version]));

/** Compares a router with its contract. A router that calls no verifier leaves that check to the subnet, so any version fits. */
export function checkRouter(
  { id, blaze }: RouterContract,
  facts: ContractFacts | undefined,
  verifier: Verifiers,
): readonly Finding[] {
  const { all, disagrees } = new Findings('routers', id);
  if (facts === undefined) disagrees('id', id, NO_CONTRACT);
  else if (!hasShape(facts, 'router'))
    disagrees('id', id, 'no router: x-swap-1 to x-swap-4 are not all there');
  else {
    const called = versionsIn(referencesOf(id, facts), verifier);
    const known = VERSIONS.filter((version) => blaze.includes(version));
    if (called.length > 0 && called.join() !== known.join())
      disagrees('blaze', known.join(', '), called.join(', '));
  }
  return all;
}

/** The number of arguments of a verifier's `check`. Version 2 has one more, since it keeps spent uuids by signer. */
const CHECK_ARGUMENTS = { v1: 1, v2: 2 } as const;

/** Compares a verifier with its contract. */
export function checkVerifier(
  version: BlazeVersion,
  contract: ContractId,
  facts: ContractFacts | undefined,
): readonly Finding[] {
  const { all, disagrees } = new Findings('contracts', contract);
  const field = `verifier.${version}`;
  if (facts === undefined) disagrees(field, contract, NO_CONTRACT);
  else if (facts.functions.get('check') !== CHECK_ARGUMENTS[version]) {
    const found = VERSIONS.find((other) => facts.functions.get('check') === CHECK_ARGUMENTS[other]);
    disagrees(field, contract, found === undefined ? 'no verifier' : `a verifier of version ${found}`);
  }
  return all;
}

/** Compares `wstx` or `sbtc` with its contract, which must be a token. */
export function checkNamedToken(
  field: 'wstx' | 'sbtc',
  contract: ContractId,
  facts: ContractFacts | undefined,
): readonly Finding[] {
  const { all, disagrees } = new Findings('contracts', contract);
  if (facts === undefined) disagrees(field, contract, NO_CONTRACT);
  else if (!hasShape(facts, 'token')) disagrees(field, contract, 'no token');
  return all;
}
