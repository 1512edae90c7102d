import fc from 'fast-check';
import { ORDER_DRAFT } from '../../../src/adapters/express/swap/changes/place-order.js';
import { signTerms, type TestWallet } from '../signing.js';
import { damaged, fitting, mostly, nasty, rarely } from './values.js';
import type { World } from './world.js';

/** Makes an order of the wallet, signed with its hostile values in place. */
export type MadeOrder = (world: World, wallet: TestWallet) => Readonly<Record<string, unknown>>;

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const DAY_MS = 86_400_000;
/** Fields that are only good together, as they usually are. */
const GROUPS = {
  trigger: ['conditionToken', 'targetPrice', 'direction'],
  guards: ['minLiquidityUsd', 'confirm'],
  bounds: ['minAmountOut', 'slippage', 'maxPriceImpact'],
  plan: ['strategyId', 'strategyType', 'strategyDescription'],
  name: ['clientOrderId'],
} as const;
const { properties = {} } = ORDER_DRAFT.schema;
const GROUPED = Object.values(GROUPS).flat();

/** Orders that fit, or nearly. */
export const order: fc.Arbitrary<MadeOrder> = fc
  .record({
    n: fc.nat(),
    groups: fc.subarray(Object.keys(GROUPS) as (keyof typeof GROUPS)[], { maxLength: 2 }),
    fields: fc.record(Object.fromEntries(GROUPED.map((name) => [name, fitting(properties[name]!, name)]))),
    window: rarely(fc.integer({ min: 60_000, max: 80 * DAY_MS })),
    position: rarely(fc.integer({ min: 1, max: 9 })),
    isOco: fc.nat({ max: 5 }).map((n) => n === 0),
    hasTerms: fc.nat({ max: 3 }).map((n) => n === 0),
    extra: rarely(nasty),
    bad: damaged(Object.keys(properties)),
    isWellSigned: mostly(15),
    again: fc.nat({ max: 19 }),
  })
  .map((drawn) => (world, wallet) => {
    const { n, groups, fields, window, position, isOco, hasTerms, extra, bad, isWellSigned, again } = drawn;
    const known = again < 3 ? world.known('orderBody', n, wallet)?.value : undefined;
    // The same order again, or with something changed: both are known by their uuid.
    if (known !== undefined)
      return { ...(JSON.parse(known) as object), ...(again > 0 && { strategyDescription: `again ${n}` }) };
    const base = world.order(wallet, n);
    const names = groups.flatMap((group): readonly string[] => GROUPS[group]);
    const unsigned: Record<string, unknown> = {
      ...base,
      ...Object.fromEntries(names.map((name) => [name, fields[name]!(world)])),
      ...(groups.includes('bounds') && { slippage: 0.02, minAmountOut: '1' }),
      ...(groups.includes('trigger') && { baseAsset: 'USD' }),
      ...(groups.includes('guards') && { confirm: { blocks: n % 100 } }),
      ...(window !== null && { validTo: inMs(window) }),
      ...(position !== null && { strategyId: `plan-${n % 5}`, strategyPosition: position, strategySize: 9 }),
      ...(isOco && { strategyId: `oco-${n % 5}`, metadata: { oco: true } }),
      ...(extra !== null && { note: extra }),
      ...bad,
    };
    const { signature: forged, termsSignature: _, ...terms } = unsigned;
    const signed = {
      ...terms,
      signature: forged ?? signatureOf(terms, base, isWellSigned, { world, wallet }),
    };
    return hasTerms ? { ...signed, ...termsOf(signed, { world, wallet }) } : signed;
  });

/** Later terms of the order that a path names, in its place or with something that may not change; of any order if it is not known. */
export const amendment: fc.Arbitrary<(world: World, wallet: TestWallet, ref: string) => object> = fc
  .record({
    n: fc.nat(),
    revision: fc.integer({ min: 0, max: 5 }),
    bounds: fc.record(
      Object.fromEntries(GROUPS.bounds.map((name) => [name, fitting(properties[name]!, name)])),
    ),
    isWhole: mostly(9),
    bad: damaged(Object.keys(properties)),
  })
  .map(({ n, revision, bounds, isWhole, bad }) => (world, wallet, ref) => {
    const sent: Readonly<Record<string, unknown>> = world.sent(ref) ?? world.order(wallet, n);
    const { signature: _, termsSignature: _1, metadata: _2, ...placed } = sent;
    const made = Object.fromEntries(Object.entries(bounds).map(([name, make]) => [name, make(world)]));
    const terms = { ...placed, ...made, slippage: 0.02, minAmountOut: String(n), revision, ...bad };
    return { ...terms, ...termsOf(isWhole ? terms : { ...terms, amountIn: '7' }, { world, wallet }) };
  });

interface Signer {
  readonly world: World;
  readonly wallet: TestWallet;
}

type Base = ReturnType<World['order']>;

/** The signature of these terms; of the usual ones where no wallet could sign these, and of others for a bad one. */
function signatureOf(
  terms: Readonly<Record<string, unknown>>,
  base: Base,
  isWellSigned: boolean,
  { world, wallet }: Signer,
): string {
  try {
    return world.sign(isWellSigned ? { ...base, ...terms } : { ...base, amountIn: '7' }, wallet);
  } catch {
    return world.sign(base, wallet);
  }
}

function termsOf(order: Readonly<Record<string, unknown>>, { world, wallet }: Signer) {
  try {
    const termsSignature = signTerms(order, wallet);
    world.secrets.add(termsSignature);
    return { termsSignature };
  } catch {
    // Half a character has no canonical bytes to sign.
    return {};
  }
}
