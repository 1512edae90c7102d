import { describe, expect, it } from '@jest/globals';
import { explainSignature, MAX_RECOVERIES } from '../../../src/application/orders/explain-signature.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { SignedOrder } from '../../../src/ports/index.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  ROUTER_V1,
  ROUTER_V2,
  signedInput,
  WELSH,
  WELSH_SUBNET,
} from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET, signOrder, signText, type TestWallet } from '../../support/signing.js';

const UUID = 'abcdef00-0000-4000-8000-000000000001' as OrderUuid;
const ORDER: SignedOrder = {
  network: 'devnet',
  blaze: 'v2',
  inputToken: WELSH_SUBNET,
  amountIn: toUnits(1_000_000n),
  router: ROUTER_V2,
  uuid: UUID,
};
const INPUT = { ...signedInput({ uuid: UUID }), router: ROUTER_V2, amountIn: '1000000', minAmountOut: '77' };

/** What placing an order says whose signature is that of other fields. */
async function refusalOf(
  signed: Partial<SignedOrder>,
  { wallet = A_WALLET, input = {} }: { wallet?: TestWallet; input?: AnyOrder } = {},
) {
  const signature = signOrder({ ...ORDER, ...signed }, wallet);
  const placed = await coreHarness().core.orders.place({ ...INPUT, signature, ...input });
  if (placed.ok) throw new Error('the order was placed');
  return placed.error;
}

describe('the refusal of an order whose signature is not its owner’s', () => {
  it.each<[Partial<SignedOrder>, string, string]>([
    [{ network: 'mainnet' }, 'chain-id', '1'],
    [{ blaze: 'v1' }, 'version', 'v1.0'],
    [{ router: ROUTER_V1 }, 'router', ROUTER_V1],
    [{ amountIn: toUnits(1n) }, 'amountIn', '1'],
    [{ amountIn: toUnits(10n ** 12n) }, 'amountIn', '1000000000000'],
    [{ amountIn: toUnits(10n ** 14n) }, 'amountIn', '100000000000000'],
    [{ amountIn: toUnits(77n) }, 'amountIn', '77'],
    [{ inputToken: WELSH }, 'inputToken', WELSH],
    [{ inputToken: DOLLAR }, 'inputToken', DOLLAR],
    [{ uuid: UUID.toUpperCase() as OrderUuid }, 'uuid', UUID.toUpperCase()],
    [{ uuid: UUID.replaceAll('-', '') as OrderUuid }, 'uuid', UUID.replaceAll('-', '')],
  ])('says that %j was signed', async (signed, field, value) => {
    const outputToken = DOLLAR;
    expect(await refusalOf(signed, { input: { outputToken } })).toEqual({
      kind: 'signature-not-verified',
      mismatch: { field, signed: value },
    });
  });

  it('says that the recipient signed, if owner is another address', async () => {
    const input = { owner: ANOTHER_WALLET.address, recipient: ANOTHER_WALLET.address };
    const signature = signOrder(ORDER);
    const { signatures, hasher } = coreHarness().ports;
    const draft = { ...INPUT, ...ORDER, ...input, recipient: A_WALLET.address, signature } as never;
    expect(await explainSignature(draft, A_REGISTRY, { signatures, hasher })).toMatchObject({
      mismatch: { field: 'owner', signed: A_WALLET.address },
    });
  });

  it.each([
    ['V, R, S in place of R, S, V', (rsv: string) => rsv.slice(-2) + rsv.slice(0, -2)],
    ['V', (rsv: string) => rsv.slice(0, -2) + (rsv.endsWith('00') ? '01' : '00')],
  ])('says that the signature is written as %s', async (form, rewrite) => {
    const signature = rewrite(signOrder(ORDER));
    expect(await refusalOf({}, { input: { signature } })).toMatchObject({
      mismatch: { field: 'signature', signed: expect.stringContaining(form) as unknown },
    });
  });

  it('finds a change for any router, if the order names none', async () => {
    const signed = { router: ROUTER_V1, blaze: 'v1' } as const;
    expect(await refusalOf(signed, { input: { router: undefined } })).toMatchObject({
      mismatch: { field: 'version', signed: 'v1.0' },
    });
  });

  it('names the signer if no single change explains it', async () => {
    expect(await refusalOf({}, { wallet: ANOTHER_WALLET })).toEqual({
      kind: 'signature-not-verified',
      signer: ANOTHER_WALLET.address,
    });
    const other = await refusalOf({ blaze: 'v1', amountIn: toUnits(5n) });
    expect(other).toEqual({
      kind: 'signature-not-verified',
      signer: expect.stringMatching(/^ST/) as unknown,
    });
  });

  it('recovers a bounded number of signatures', async () => {
    const { signatures, hasher } = coreHarness().ports;
    let recoveries = 0;
    const counting = {
      ...signatures,
      orderSigner: (...call: Parameters<typeof signatures.orderSigner>) => {
        recoveries += 1;
        return signatures.orderSigner(...call);
      },
    };
    const routers = Array.from({ length: 50 }, (_, n) => ({
      ...A_REGISTRY.routers[0]!,
      id: `${ROUTER_V1}-${n}` as typeof ROUTER_V1,
    }));
    for (const router of [ROUTER_V2, undefined]) {
      recoveries = 0;
      const signature = signText('unrelated');
      const draft = { ...INPUT, ...ORDER, owner: ANOTHER_WALLET.address, signature, router } as never;
      await explainSignature(draft, { ...A_REGISTRY, routers }, { signatures: counting, hasher });
      expect(recoveries).toBeLessThanOrEqual(MAX_RECOVERIES);
    }
  });
});
