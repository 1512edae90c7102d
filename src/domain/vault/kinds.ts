import type { ContractId } from '../shared/contract-id.js';
import { ALEX } from './alex.js';
import { ARKADIKO } from './arkadiko.js';
import { BITFLOW_XYK } from './bitflow-xyk.js';
import { FEE_OUT_POOL } from './fee-out-pool.js';
import { POOL } from './pool.js';
import { QUOTED } from './quoted.js';
import type { RoutableRules, Sides, VaultRules } from './rules.js';
import { SUBLINK } from './sublink.js';
import { VELAR } from './velar.js';
import { withProbe } from './probes.js';
import type {
  HopQuote,
  Opcode,
  Probe,
  Reserves,
  RoutableKind,
  RoutableVault,
  Vault,
  VaultKind,
} from './vault.js';

/** A wrapper around another exchange's pool. Only its contract knows its maths, so it is listed but not routed. */
const EXTERNAL: VaultRules = {
  opcodes: [0, 1],
  hasReserves: true,
  isQuoted: false,
  isEven: false,
  balancesAreReserves: true,
  isMarket: false,
  holder: ({ externalPoolId, contractId }) => externalPoolId ?? contractId,
  forwardsFee: ({ forwardsInputFee }) => forwardsInputFee === true,
  findDefects: () => [],
};

/** The only table of vault kinds. A missing kind does not compile. */
const KINDS = {
  pool: POOL,
  sublink: SUBLINK,
  velar: VELAR,
  arkadiko: ARKADIKO,
  'bitflow-xyk': BITFLOW_XYK,
  'bitflow-stableswap': QUOTED,
  'bitflow-dlmm': QUOTED,
  alex: ALEX,
  'fee-out-pool': FEE_OUT_POOL,
  external: EXTERNAL,
} satisfies Record<VaultKind, VaultRules> & Record<RoutableKind, RoutableRules>;

/** Every kind by name, in the order of lists for people. */
export const VAULT_KINDS = Object.keys(KINDS) as readonly VaultKind[];

/** Returns the rules of the vault's kind. */
export const rulesOf = ({ kind }: Pick<Vault, 'kind'>): VaultRules => KINDS[kind];

/** Returns the rules of the vault's kind, with its maths. */
export const mathsOf = ({ kind }: RoutableVault): RoutableRules => KINDS[kind];

/** Whether the router can trade through vaults of the kind. */
export const isRoutableKind = (kind: VaultKind): kind is RoutableKind => kind in BOUNDS_OF;

/** Whether the router trades through the vault: its kind is routable, its tokens differ and its fee is known. */
export function isRoutable(vault: Vault): vault is RoutableVault {
  return isRoutableKind(vault.kind) && vault.tokenA !== vault.tokenB && vault.feePpm !== undefined;
}

/** Whether the vault's reserves are liquidity of its two tokens. */
export function isMarket(vault: Vault): boolean {
  return rulesOf(vault).isMarket && vault.tokenA !== vault.tokenB;
}

/** The opcode that takes `tokenIn`, one of the vault's tokens, into the vault. */
export function opcodeFor(vault: Vault, tokenIn: ContractId): Opcode {
  const [aToB, bToA] = rulesOf(vault).opcodes;
  return tokenIn === vault.tokenA ? aToB : bToA;
}

/** Reserves as seen by a hop with this opcode. Reserves that were never read count as 0. */
export function sidesOf(vault: Vault, reserves: Held | undefined, opcode: Opcode): Sides {
  if (reserves === undefined) return UNREAD;
  const { reserveA, reserveB, probes } = reserves;
  const isForward = opcode === rulesOf(vault).opcodes[0];
  const sides = isForward ? { x: reserveA, y: reserveB } : { x: reserveB, y: reserveA };
  return probes === undefined ? sides : { ...sides, probes: isForward ? probes.aToB : probes.bToA };
}

/** Adds to the reserves of a vault of a quoted kind its output for one more amount. */
export function withAnswer(
  vault: Vault,
  { probes = { aToB: [], bToA: [] }, ...reserves }: Reserves,
  opcode: Opcode,
  probe: Probe,
): Reserves {
  const side = opcode === rulesOf(vault).opcodes[0] ? 'aToB' : 'bToA';
  return { ...reserves, probes: { ...probes, [side]: withProbe(probes[side], probe) } };
}

type Held = Pick<Reserves, 'reserveA' | 'reserveB' | 'probes'>;

const UNREAD: Sides = { x: 0n, y: 0n };

/** Computes what the vault's contract gives for `amountIn`, exact to the unit and after the fee; for a quoted kind, the ceiling of that. */
export function quoteHop(
  vault: RoutableVault,
  reserves: Held | undefined,
  opcode: Opcode,
  amountIn: bigint,
): HopQuote {
  return mathsOf(vault).quote(vault, sidesOf(vault, reserves, opcode), amountIn);
}

/**
 * Codes of the functions that bound a hop's amounts in the search. A code fits a byte, since the search keeps one per vault in a
 * typed array.
 */
export const BOUNDS = { product: 0, even: 1, twoFees: 2, probes: 3 } as const;
export type BoundsCode = (typeof BOUNDS)[keyof typeof BOUNDS];

/** Codes of the functions that bound the negated input of a hop instead, for a search from the output. */
export const BACK_BOUNDS = { product: 4, even: BOUNDS.even, twoFees: 5, probes: 6 } as const satisfies Record<
  keyof typeof BOUNDS,
  number
>;
export type BackBoundsCode = (typeof BACK_BOUNDS)[keyof typeof BACK_BOUNDS];

/** The bounding function of each kind. Only the bound for two fees may exceed the quote. */
export const BOUNDS_OF = {
  pool: BOUNDS.product,
  sublink: BOUNDS.even,
  velar: BOUNDS.product,
  arkadiko: BOUNDS.product,
  'bitflow-xyk': BOUNDS.twoFees,
  'bitflow-stableswap': BOUNDS.probes,
  'bitflow-dlmm': BOUNDS.probes,
  alex: BOUNDS.probes,
  'fee-out-pool': BOUNDS.probes,
} as const satisfies Record<RoutableKind, BoundsCode>;
