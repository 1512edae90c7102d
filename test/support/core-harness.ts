import { fixedSource } from '../../src/adapters/btc-oracle/index.js';
import {
  InMemoryLiquidity,
  InMemorySpentOrders,
  InMemoryTokenBalances,
  memoryStorage,
} from '../../src/adapters/memory/index.js';
import { createSignatureVerifier } from '../../src/adapters/stacks/signatures/signature-verifier.js';
import { NodeHasher } from '../../src/adapters/system/index.js';
import { NodeSecretSource } from '../../src/adapters/system/index.js';
import { createCore, type Core } from '../../src/application/core.js';
import type { WalletProof } from '../../src/application/authorization/prove-wallet.js';
import type { CoreSettings } from '../../src/application/settings.js';
import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import type { OrderInput } from '../../src/domain/order/terms/order-input.js';
import type { OrderUuid, Txid } from '../../src/domain/order/ids.js';
import type { Registry, Token } from '../../src/domain/market/registry.js';
import type { Reserves, Vault } from '../../src/domain/vault/vault.js';
import type { Address } from '../../src/domain/shared/address.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { err, ok, unwrap } from '../../src/domain/shared/result.js';
import { toUnits } from '../../src/domain/shared/units.js';
import type {
  AskedHop,
  BlockReader,
  ContractLookup,
  ExecutionEvent,
  LiquiditySource,
  PastBlocks,
  Ports,
  StorageAccess,
  SubnetHoldings,
  SwapPlan,
  SwapSigner,
  Tracer,
  WebhookSender,
} from '../../src/ports/index.js';
import { AN_OPERATOR, AN_OWNER as DEPLOYER, T0, uuidOf } from './builders.js';
import { fixedClock, type FixedClock } from './fixed-clock.js';
import { sha256 } from './sha256.js';
import { A_WALLET, signOrder, signText, TEST_ORIGIN, type TestWallet } from './signing.js';
import { nonceOf, rawOf, StubChain } from './stub-chain.js';

const contract = (name: string) => `${DEPLOYER}.${name}` as ContractId;

export const WELSH_SUBNET = contract('welsh-subnet');
export const WELSH = contract('welsh');
export const DOLLAR = contract('dollar');
export const SBTC = contract('sbtc');
/** Sublink that exchanges WELSH and WELSH_SUBNET one to one. */
export const SUBLINK = contract('welsh-sublink');
export const POOL = contract('welsh-dollar');
/** A smaller pool of the same pair as `POOL`. */
export const SIDE_POOL = contract('welsh-dollar-side');
export const SBTC_POOL = contract('dollar-sbtc');
export const ROUTER_V2 = contract('x-multihop-v2');
export const ROUTER_V1 = contract('x-multihop-v1');
/** A router that pays out to anyone. */
export const ROUTER_RC9 = contract('x-multihop-rc9');

const token = (contractId: ContractId, more: Partial<Token> = {}): Token => ({
  contractId,
  symbol: contractId.slice(contractId.indexOf('.') + 1).toUpperCase(),
  name: contractId,
  decimals: 6,
  identifier: 'asset',
  ...more,
});

const vault = (contractId: ContractId, tokenA: ContractId, tokenB: ContractId, feePpm: number): Vault => ({
  contractId,
  kind: contractId === SUBLINK ? 'sublink' : 'pool',
  protocol: 'SLUICE',
  tokenA,
  tokenB,
  feePpm,
  name: contractId,
  symbol: 'LP',
});

export const A_REGISTRY: Registry = {
  network: 'devnet',
  routers: [
    { id: ROUTER_V2, payout: 'signer', blaze: ['v1', 'v2'] },
    { id: ROUTER_V1, payout: 'signer', blaze: ['v1', 'v2'] },
    { id: ROUTER_RC9, payout: 'any', blaze: ['v1', 'v2'], legacyDefault: true },
  ],
  wstx: contract('wstx'),
  sbtc: SBTC,
  verifier: { v1: contract('verifier-v1'), v2: contract('verifier-v2') },
  tokens: [
    token(WELSH_SUBNET, { type: 'SUBNET', base: WELSH, blaze: 'v2' }),
    token(WELSH),
    token(DOLLAR),
    token(SBTC, { decimals: 8 }),
  ],
  vaults: [
    vault(SUBLINK, WELSH, WELSH_SUBNET, 0),
    vault(POOL, WELSH, DOLLAR, 3_000),
    vault(SIDE_POOL, WELSH, DOLLAR, 3_000),
    vault(SBTC_POOL, DOLLAR, SBTC, 3_000),
  ],
  blocked: [],
};

/** A token that no vault trades. */
export const LONE_TOKEN = contract('lone');
export const LONE_REGISTRY: Registry = { ...A_REGISTRY, tokens: [...A_REGISTRY.tokens, token(LONE_TOKEN)] };

export const reserves = (reserveA: bigint, reserveB: bigint): Reserves => ({
  reserveA: toUnits(reserveA),
  reserveB: toUnits(reserveB),
  supply: toUnits(1_000_000n),
  readAt: T0,
});

/** Liquidity that records its reads and can be made unreachable. */
export class StubLiquidity implements LiquiditySource {
  readonly held = new InMemoryLiquidity(
    new Map([
      [POOL, reserves(1_000_000_000_000n, 1_000_000_000_000n)],
      [SIDE_POOL, reserves(1_000_000_000n, 1_000_000_000n)],
      [SBTC_POOL, reserves(1_000_000_000_000n, 1_000_000_000n)],
    ]),
  );
  /** Vaults requested by each read, in the order of the reads. */
  readonly readings: (readonly ContractId[])[] = [];
  unreachable = false;
  /** Vaults for which reads return nothing. */
  readonly silent = new Set<ContractId>();
  /** Promise for which each read waits before it begins. */
  gate: Promise<void> = Promise.resolve();

  async readReserves(vaults: readonly Vault[]) {
    this.readings.push(vaults.map(({ contractId }) => contractId));
    await this.gate;
    if (this.unreachable) return err({ kind: 'chain-unreachable' as const, reason: 'reserves are cut' });
    return this.held.readReserves(vaults.filter(({ contractId }) => !this.silent.has(contractId)));
  }

  /** Functions that falsify the quoted output, by vault; undefined if the vault gives no quote. */
  readonly misquoted = new Map<ContractId, ((dy: bigint) => bigint) | undefined>();
  /** Fees that a vault's quotes charge beyond the registry's, in units of the input. */
  readonly feeSurplus = new Map<ContractId, bigint>();
  /** Every hop for which a quote was requested. */
  readonly asked: AskedHop[] = [];

  async quoteHops(hops: readonly AskedHop[]) {
    this.asked.push(...hops);
    if (this.unreachable) return err({ kind: 'chain-unreachable' as const, reason: 'quotes are cut' });
    const quotes = unwrap(await this.held.quoteHops(hops));
    return ok(
      hops.map(({ vault: { contractId } }, n) => {
        const found = quotes[n];
        const quote = found && { ...found, dx: found.dx - (this.feeSurplus.get(contractId) ?? 0n) };
        if (quote === undefined || !this.misquoted.has(contractId)) return quote;
        const misquote = this.misquoted.get(contractId);
        return misquote && { ...quote, dy: misquote(quote.dy) };
      }),
    );
  }

  readPoolFees(vault: Vault) {
    return this.held.readPoolFees(vault);
  }
}

const FEE = toUnits(3_000n);

/** A signer that does not sign. The txid is the hash of the input, so the same plan and nonce give the same bytes. */
export const stubSigner = ({
  address = AN_OPERATOR,
  ...overrides
}: Partial<SwapSigner> = {}): SwapSigner => ({
  address,
  maxFeeUstx: toUnits(10_000n),
  estimateFee: async () => ok(FEE),
  estimateFeeOf: async () => ok(FEE),
  hasSigned: ({ raw, nonce }) => nonceOf(raw) === nonce,
  signAgain: async (raw, feeUstx) => {
    const txid = txidFrom(raw, feeUstx);
    return { txid, raw: rawOf(nonceOf(raw), txid) };
  },
  signNoOp: async ({ nonce, feeUstx }) => {
    const txid = txidFrom('no-op', address, nonce, feeUstx);
    return { txid, raw: rawOf(nonce, txid) };
  },
  sign: async (plan, { nonce, feeUstx }) => {
    const txid = txidOfPlan(plan, address, nonce, feeUstx);
    return ok({ txid, raw: rawOf(nonce, txid) });
  },
  ...overrides,
});

function txidOfPlan({ terms, route }: SwapPlan, sender: Address, nonce: bigint, feeUstx: bigint): Txid {
  const hops = route.hops.map(({ vault: { contractId }, amountOut }) => `${contractId} ${amountOut}`);
  return txidFrom(terms.uuid, sender, nonce, feeUstx, ...hops);
}

const txidFrom = (...parts: readonly unknown[]): Txid =>
  Buffer.from(sha256(new TextEncoder().encode(parts.join()))).toString('hex') as Txid;

/** Settings without the guards on prices: the prices that tests record have no market behind them. */
export const UNGUARDED = { minLiquidityUsd: 0, confirmBlocks: 0 } as const;

export interface CoreHarness {
  readonly core: Core;
  readonly ports: Ports;
  readonly clock: FixedClock;
  readonly chain: StubChain;
  readonly liquidity: StubLiquidity;
  /** The events that the execution observer received. */
  readonly observed: ExecutionEvent[];
  /** Token balances: unknown for every account until a test sets them. */
  readonly balances: InMemoryTokenBalances;
  readonly spentOrders: InMemorySpentOrders;
  /** Replaces the registry. */
  readonly setRegistry: (registry: Registry) => void;
}

export interface HarnessOptions {
  /** Signer of the operator; `null` for a program without an operator key. */
  readonly signer?: SwapSigner | null;
  /** Signers in place of `signer`, one for each operator account. */
  readonly signers?: readonly SwapSigner[];
  /** Settings that differ from the tests' defaults. By default, one owner may have all swaps in flight, since most tests have one owner. */
  readonly settings?: Partial<CoreSettings>;
  /** Holdings of subnets. Absent by default: sublinks are then listed without their holdings. */
  readonly subnetHoldings?: SubnetHoldings;
  /** Lookup of contracts. Absent by default: metadata is then saved for any contract. */
  readonly contracts?: ContractLookup;
  /** The registry; `A_REGISTRY` by default. */
  readonly registry?: Registry;
  /** The storage; in memory by default. */
  readonly storage?: StorageAccess & Pick<Ports, 'callersReads'>;
  /** Sender of webhooks. Absent by default: there are then no webhooks. */
  readonly webhookSender?: WebhookSender;
  /** Tracer of the core's work. Absent by default. */
  readonly tracer?: Tracer;
  /** The chain block by block. Absent by default: the chain is then not followed. */
  readonly blocks?: BlockReader;
  /** Earlier blocks. Absent by default. */
  readonly pastBlocks?: PastBlocks;
}

/** A core on in-memory storage and a scripted chain, with real signature verification. */
export function coreHarness({
  signer = stubSigner(),
  signers = signer === null ? [] : [signer],
  settings,
  subnetHoldings,
  contracts,
  storage = memoryStorage(),
  webhookSender,
  tracer,
  blocks,
  pastBlocks,
  registry: listed = A_REGISTRY,
}: HarnessOptions = {}): CoreHarness {
  const clock = fixedClock(T0);
  const chain = new StubChain();
  const liquidity = new StubLiquidity();
  const observed: ExecutionEvent[] = [];
  const balances = new InMemoryTokenBalances();
  const spentOrders = new InMemorySpentOrders();
  let registry = listed;
  const ports: Ports = {
    ...storage,
    clock,
    hasher: new NodeHasher(),
    secrets: new NodeSecretSource(),
    signatures: createSignatureVerifier(),
    registry: { current: () => registry },
    liquidity,
    balances,
    chain,
    spentOrders,
    signers,
    executionObserver: { observe: (event) => void observed.push(event) },
    btcSources: [fixedSource(100_000, clock)],
    subnetHoldings,
    contracts,
    webhookSender,
    tracer,
    blocks,
    pastBlocks,
  };
  const setRegistry = (next: Registry) => void (registry = next);
  return {
    core: createCore(ports, {
      origins: () => [TEST_ORIGIN],
      ownerInFlight: 1_000,
      ...UNGUARDED,
      ...settings,
    }),
    ports,
    clock,
    chain,
    liquidity,
    observed,
    balances,
    spentOrders,
    setRegistry,
  };
}

export interface SignedInputOptions {
  readonly uuid?: OrderUuid;
  readonly wallet?: TestWallet;
  /** The router that the wallet signs for. */
  readonly router?: ContractId;
  /** Fields that replace the signed ones. A field that is `undefined` is omitted. */
  readonly fields?: AnyOrder;
}

/** An order's body, whose fields may be omitted or misspelt. */
export type SignedInput = OrderInput & AnyOrder;

/** The body of a wallet's order: 1,000,000 WELSH_SUBNET for DOLLAR, without a router. */
export function signedInput({
  uuid = uuidOf(1),
  wallet = A_WALLET,
  router = ROUTER_V2,
  fields = {},
}: SignedInputOptions = {}): SignedInput {
  const [inputToken, amountIn] = [WELSH_SUBNET, toUnits(1_000_000n)];
  const { address } = wallet;
  return {
    uuid,
    inputToken,
    amountIn: amountIn.toString(),
    owner: address,
    recipient: address,
    outputToken: DOLLAR,
    signature: signOrder({ network: 'devnet', blaze: 'v2', inputToken, amountIn, router, uuid }, wallet),
    ...fields,
  };
}

/** A wallet's signed request. */
export function walletProof(
  fields: Readonly<Record<string, unknown>>,
  wallet: TestWallet = A_WALLET,
): WalletProof {
  const message = JSON.stringify(fields);
  return {
    by: 'wallet',
    message,
    signature: signText(message, wallet),
    publicKey: wallet.publicKey,
    walletAddress: wallet.address,
  };
}

export const HOST = { by: 'host' } as const;
