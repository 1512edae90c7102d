import type { Registry, RouterContract, Token } from '../../domain/market/registry.js';
import type { OrderDraft } from '../../domain/order/terms/draft.js';
import type { OrderTerms } from '../../domain/order/order.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import { firstOf } from '../shared/first-of.js';
import { areFieldsSigned } from './check-signed-terms.js';
import type { SignatureNotVerified } from './explain-signature.js';

/** Reason why the terms of an order are unacceptable, whether it is placed or imported. */
export type TermsRefused =
  | { readonly kind: 'unknown-router'; readonly router: ContractId; readonly known: readonly ContractId[] }
  | { readonly kind: 'recipient-not-owner'; readonly router: ContractId }
  | { readonly kind: 'unregistered-token'; readonly token: ContractId }
  | NotASubnetToken
  | { readonly kind: 'router-cannot-verify'; readonly router: ContractId; readonly token: ContractId }
  | SignatureNotVerified
  | { readonly kind: 'terms-signature-not-verified' };

interface NotASubnetToken {
  readonly kind: 'not-a-subnet-token';
  readonly token: ContractId;
  /** Subnet copies of the token, one of which the order could sell instead. */
  readonly copies: readonly ContractId[];
}

type Needs = Pick<Ports, 'hasher' | 'registry' | 'signatures'>;

/** Makes the checks that need the registry or a signature, and reports the first failure. */
export async function checkTerms(draft: OrderDraft, ports: Needs): Promise<Result<OrderTerms, TermsRefused>> {
  const signed = await findSignedRouter(draft, ports.registry.current(), ports.signatures);
  if (!signed.ok) return signed;
  const terms = { ...draft, router: signed.value };
  return (await areFieldsSigned(terms, ports)) ? ok(terms) : err({ kind: 'terms-signature-not-verified' });
}

/** Finds the router for which the owner signed the order. */
async function findSignedRouter(
  draft: OrderDraft,
  registry: Registry,
  signatures: Ports['signatures'],
): Promise<Result<ContractId, TermsRefused>> {
  const candidates = registry.routers.filter(({ id }) => draft.router === undefined || id === draft.router);
  if (draft.router !== undefined && candidates.length === 0)
    return err({ kind: 'unknown-router', router: draft.router, known: registry.routers.map(({ id }) => id) });
  const payable = candidates.filter((router) => mayPay(router, draft));
  const [first] = candidates;
  if (payable.length === 0 && first !== undefined)
    return err({ kind: 'recipient-not-owner', router: first.id });
  const token = registry.tokens.find(({ contractId }) => contractId === draft.inputToken);
  // Only the registry knows whether a token is a subnet copy.
  if (token === undefined) return err({ kind: 'unregistered-token', token: draft.inputToken });
  const blaze = token.type === 'SUBNET' ? token.blaze : undefined;
  if (blaze === undefined)
    return err({ kind: 'not-a-subnet-token', token: token.contractId, copies: copiesOf(token, registry) });

  const { inputToken, amountIn, uuid, owner, signature } = draft;
  const covered = { network: registry.network, blaze, inputToken, amountIn, uuid };
  const isSigned = async ({ id: router }: RouterContract) =>
    (await signatures.orderSigner({ ...covered, router }, signature)) === owner;
  const signed = await firstOf(candidates, isSigned);
  if (signed === undefined) return err({ kind: 'signature-not-verified' });
  // An accepted order would be sent, and its swap would abort at the operator's cost.
  if (!signed.blaze.includes(blaze))
    return err({ kind: 'router-cannot-verify', router: signed.id, token: inputToken });
  if (!mayPay(signed, draft)) return err({ kind: 'recipient-not-owner', router: signed.id });
  return ok(signed.id);
}

const copiesOf = ({ contractId }: Pick<Token, 'contractId'>, { tokens }: Registry): readonly ContractId[] =>
  tokens.filter(({ type, base }) => type === 'SUBNET' && base === contractId).map((copy) => copy.contractId);

const mayPay = (router: RouterContract, { owner, recipient }: OrderDraft) =>
  router.payout === 'any' || recipient === owner;
