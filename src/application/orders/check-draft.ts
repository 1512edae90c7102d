import type { OrderTerms } from '../../domain/order/order.js';
import type { AnyOrder } from '../../domain/order/terms/draft.js';
import { isObject } from '../../domain/shared/fields.js';
import { toHex } from '../../domain/shared/hex.js';
import type { Result } from '../../domain/shared/result.js';
import type { Ports, SignatureVerifier } from '../../ports/index.js';
import {
  makeCheckOrder,
  type CheckedOrder,
  type CheckingPorts,
  type CheckingSettings,
  type OrderExists,
  type OrderRefused,
} from './check-order.js';

/** An order that passed every check that needs no lock. */
export interface CheckedDraft extends CheckedOrder {
  /** Whether it has a signature, which was checked. */
  readonly isSigned: boolean;
}

/** Checks an order, signed or not, as if it were placed. Stores nothing. */
export type CheckDraft = (input: AnyOrder) => Promise<Result<CheckedDraft, OrderRefused | OrderExists>>;

export const makeCheckDraft = (
  ports: CheckingPorts & Pick<Ports, 'secrets'>,
  settings: CheckingSettings,
): CheckDraft => {
  const checkSigned = makeCheckOrder(ports, settings);
  return async (input) => {
    const isSigned = isSignedOrder(input);
    const checked = isSigned
      ? await checkSigned(input, { explain: true, lookUp: true, withEntry: true })
      : await makeCheckOrder({ ...ports, signatures: signedBy(input) }, settings)(asSigned(input, ports), {
          explain: true,
          withEntry: true,
        });
    return checked.ok ? { ok: true, value: { ...checked.value, isSigned } } : checked;
  };
};

/** Whether the input has a signature, good or bad. */
export const isSignedOrder = (input: AnyOrder): boolean =>
  isObject(input) && input['signature'] !== undefined;

/** A verifier to which every order is signed by its owner. */
const signedBy = (input: AnyOrder): SignatureVerifier => {
  const owner = () => (isObject(input) ? (input['owner'] as OrderTerms['owner']) : undefined);
  return { orderSigner: owner, textSigner: owner, recoverTextSigner: owner };
};

const PLACEHOLDER = '0'.repeat(130);

/** The order with whatever signing adds to it. */
function asSigned(input: AnyOrder, { secrets }: Pick<Ports, 'secrets'>): AnyOrder {
  if (!isObject(input)) return input;
  const uuid = toHex(secrets.bytes(16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const signatures = { signature: PLACEHOLDER, termsSignature: PLACEHOLDER };
  return { uuid, recipient: input['owner'], ...input, ...signatures };
}
