import type { Registry, Token } from '../../domain/market/registry.js';
import type { OrderDraft } from '../../domain/order/terms/draft.js';
import type { OrderSignature, OrderUuid } from '../../domain/order/ids.js';
import { addressParts, encodeAddress, type Address } from '../../domain/shared/address.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { NETWORK_FACTS, type Network } from '../../domain/shared/network.js';
import { U64_MAX, type Units } from '../../domain/shared/units.js';
import type { Ports, SignedOrder } from '../../ports/index.js';
import { otherForms, type Mismatch } from '../authorization/mismatch.js';
import { firstOf } from '../shared/first-of.js';

/** Difference between an order as signed and as sent. */
export type OrderMismatch = Mismatch<
  'amountIn' | 'inputToken' | 'router' | 'uuid' | 'owner' | 'chain-id' | 'version' | 'signature'
>;

/** The signature of an order is not its owner's. Includes what was signed instead, if that was found. */
export interface SignatureNotVerified {
  readonly kind: 'signature-not-verified';
  readonly mismatch?: OrderMismatch;
  /** Signer of the fields as sent, if these are the fields that were signed. */
  readonly signer?: Address;
}

/** Maximum number of recoveries made to explain a refusal. They cost as much as checking 20 valid orders, about 2 ms. */
export const MAX_RECOVERIES = 20;

type Needs = Pick<Ports, 'hasher' | 'signatures'>;

/** A change to try, either to the signed fields or to the form of the signature. */
interface Try {
  readonly mismatch: OrderMismatch;
  readonly order?: Partial<SignedOrder>;
  readonly form?: OrderSignature;
}

/**
 * Finds what would have to differ for the signature to be the owner's. Tries one change at a time, most common mistakes first,
 * and recovers at most MAX_RECOVERIES signatures. If the order names no router, each of the registry's is tried.
 */
export async function explainSignature(
  { router: named, ...draft }: OrderDraft,
  registry: Registry,
  { hasher, signatures }: Needs,
): Promise<SignatureNotVerified> {
  const kind = 'signature-not-verified';
  const token = registry.tokens.find(({ contractId }) => contractId === draft.inputToken);
  const routers = registry.routers.map(({ id }) => id);
  const [router = named] = named === undefined ? routers : [named];
  if (token?.blaze === undefined || router === undefined) return { kind };
  const { owner, recipient, signature, inputToken, amountIn, uuid } = draft;
  const signed = { network: registry.network, blaze: token.blaze, inputToken, amountIn, router, uuid };
  const signer = await signatures.orderSigner(signed, signature);
  if (signer !== undefined && signer === recipient)
    return { kind, signer, mismatch: { field: 'owner', signed: signer } };
  const { hash160 } = addressParts(owner);
  const ownerOn = (network: Network) =>
    encodeAddress({ version: NETWORK_FACTS[network].singleSigVersion, hash160 }, hasher.sha256);
  const tries = triesFor(draft, { signed, token, routers: named === undefined ? [] : routers });
  const all = acrossRouters(tries, named === undefined ? routers : [named]);
  const found = await firstOf(all, async ({ order, form }) => {
    const other = { ...signed, ...order };
    return (await signatures.orderSigner(other, form ?? signature)) === ownerOn(other.network);
  });
  if (found !== undefined) return { kind, mismatch: found.mismatch };
  return signer === undefined ? { kind } : { kind, signer };
}

/** Combines every change with every candidate router, up to the limit. */
const acrossRouters = (tries: readonly Try[], routers: readonly ContractId[]): readonly Try[] =>
  tries
    .flatMap((one) => routers.map((router): Try => ({ ...one, order: { router, ...one.order } })))
    .slice(0, MAX_RECOVERIES - 1);

interface Original {
  readonly signed: SignedOrder;
  readonly token: Token;
  /** Other routers that the signature may be for. */
  readonly routers: readonly ContractId[];
}

function triesFor(
  { outputToken, minAmountOut, signature }: Pick<OrderDraft, 'outputToken' | 'minAmountOut' | 'signature'>,
  { signed, token, routers }: Original,
): readonly Try[] {
  const { network, blaze, amountIn, uuid } = signed;
  const change = <K extends keyof SignedOrder & OrderMismatch['field']>(
    field: K,
    values: readonly (SignedOrder[K] | undefined)[],
  ): readonly Try[] =>
    [...new Set(values)]
      .filter((value) => value !== undefined && value !== signed[field] && value !== STX)
      .map((value): Try => ({ mismatch: { field, signed: String(value) }, order: { [field]: value } }));
  const otherNetwork = network === 'mainnet' ? 'testnet' : 'mainnet';
  const otherBlaze = blaze === 'v1' ? 'v2' : 'v1';
  const chainId = String(NETWORK_FACTS[otherNetwork].chainId);
  return [
    { mismatch: { field: 'chain-id', signed: chainId }, order: { network: otherNetwork } },
    { mismatch: { field: 'version', signed: `${otherBlaze}.0` }, order: { blaze: otherBlaze } },
    ...change('router', routers),
    ...change('amountIn', [minAmountOut, ...otherUnits(amountIn, token.decimals)]),
    ...change('inputToken', [token.base, outputToken]),
    ...change('uuid', [uuid.toUpperCase(), uuid.replaceAll('-', '')] as OrderUuid[]),
    ...otherForms(signature).map(({ signed: form, signature: other }): Try => ({
      mismatch: { field: 'signature', signed: form },
      form: other as OrderSignature,
    })),
  ];
}

/** Returns the amounts that were meant if whole tokens and smallest units were confused, assuming the token's decimals, or 6 or 8. */
function otherUnits(amount: Units, decimals: number): readonly Units[] {
  return [decimals, 6, 8]
    .map((digits) => 10n ** BigInt(digits))
    .flatMap((scale) => [amount * scale, ...(amount % scale === 0n ? [amount / scale] : [])])
    .filter((units) => units > 0n && units <= U64_MAX) as Units[];
}
