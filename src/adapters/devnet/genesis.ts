import { createHash } from 'node:crypto';
import { Cl, getAddressFromPrivateKey, privateKeyToPublic, type ClarityValue } from '@stacks/transactions';
import type { Address } from '../../domain/shared/address.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { bigintAsText } from '../../domain/shared/json.js';
import type { Token, Registry } from '../../domain/market/registry.js';
import type { Vault } from '../../domain/vault/vault.js';
import { contractSources, poolTitle } from './contract-sources.js';
import {
  planOf,
  POOLS,
  ROUTERS,
  subnetName,
  TOKENS,
  unitsWorth,
  WSTX,
  type TokenPlan,
} from './genesis-plan.js';
import { blockHash, type Origin } from './origin.js';
import type { Vm } from './vm.js';
import { SOURCES, WRAPPED_POOLS, WRAPPED_STX, type WrappedPoolPlan } from './wrapped-pools.js';

/** A key pair whose private key is public knowledge: for development only. */
export interface DevAccount {
  readonly name: string;
  readonly address: string;
  /** 64 hex characters and `01`: the compressed form. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Derives an account from its name: the same name gives the same key on every machine. */
export function devAccount(name: string): DevAccount {
  const privateKey = `${createHash('sha256').update(`sluice devnet, development only: ${name}`).digest('hex')}01`;
  return {
    name,
    address: getAddressFromPrivateKey(privateKey, 'devnet'),
    privateKey,
    publicKey: privateKeyToPublic(privateKey).toString(),
  };
}

const DEPLOYER = devAccount('deployer');
/** The account that pays the fees of swaps on every devnet. Its key is public knowledge. */
export const OPERATOR = devAccount('operator');
/** Swaps for the test control `/swap`. */
export const WHALE = devAccount('whale');
/** Receives the fees of mined transactions. */
export const MINER = devAccount('miner');
export const WALLETS = ['alice', 'bob', 'carol', 'dave'].map(devAccount);

const OPERATOR_STX = 100_000_000_000n;
/** Dollar value of each token that the deployer holds to fund pools and wallets. */
const DEPLOYER_USD = 1_000_000_000n;

export const contractId = (name: string): ContractId =>
  `${DEPLOYER.address as Address}.${name}` as ContractId;
/** The registry's id of a token: STX itself instead of its contract. */
const tokenId = (name: string): ContractId => (name === WSTX ? STX : contractId(name));

/** Deploys the contracts and distributes the initial balances. Takes about half a second. */
export function applyGenesis(vm: Vm): void {
  for (const { name, source } of contractSources()) vm.deploy(name, source, DEPLOYER.address);
  vm.mintStx(OPERATOR.address, OPERATOR_STX);
  for (const token of TOKENS) fund(vm, token);
  for (const pool of POOLS) {
    const sideB = unitsWorth(planOf(pool.tokenB), pool.depthUsd);
    succeed(vm, pool.name, 'seed', [
      Cl.uint(unitsWorth(planOf(pool.tokenA), pool.depthUsd)),
      Cl.uint(sideB + (sideB * (pool.skewPercent ?? 0n)) / 100n),
    ]);
  }
  for (const { pool, tokenA, tokenB, depthUsd } of WRAPPED_POOLS) {
    const sides = [tokenA, tokenB].map((token) => Cl.uint(unitsWorth(planOf(token), depthUsd)));
    succeed(vm, pool, 'seed', sides);
  }
}

function fund(vm: Vm, token: TokenPlan): void {
  const mint = ({ address }: DevAccount, usd: bigint) => {
    const amount = unitsWorth(token, usd);
    if (token.name === WSTX) vm.mintStx(address, amount);
    else succeed(vm, token.name, 'mint', [Cl.uint(amount), Cl.principal(address)]);
  };
  const deposit = ({ address }: DevAccount, usd: bigint) => {
    const args = [Cl.uint(unitsWorth(token, usd)), Cl.some(Cl.principal(address))];
    succeed(vm, subnetName(token.name), 'deposit', args);
  };
  mint(DEPLOYER, DEPLOYER_USD);
  for (const wallet of WALLETS) mint(wallet, token.walletUsd);
  mint(WHALE, token.whaleUsd);
  if (token.blaze === undefined) return;
  deposit(DEPLOYER, DEPLOYER_USD / 4n);
  for (const wallet of WALLETS) deposit(wallet, token.walletUsd);
  deposit(WHALE, token.whaleUsd);
}

function succeed(vm: Vm, contract: string, functionName: string, args: readonly ClarityValue[]): void {
  const execution = vm.call(contractId(contract), functionName, args, DEPLOYER.address);
  if (execution.kind === 'ok') return;
  const why = execution.kind === 'err' ? Cl.prettyPrint(execution.result) : execution.message;
  throw new Error(`the genesis call ${contract}.${functionName} failed: ${why}`);
}

const GENESIS_HEIGHT = 1;

/** The devnet's genesis, once it is applied to the VM. */
export function genesisOrigin(vm: Vm): Origin {
  return {
    block: {
      height: GENESIS_HEIGHT,
      time: 0,
      hash: blockHash(0, GENESIS_HEIGHT),
      parentHash: blockHash(0, GENESIS_HEIGHT - 1),
    },
    learn: () => Promise.resolve(),
    nonceOf: () => 0n,
    stxBalance: (account) => vm.stxBalance(account),
    interfaceOf: (id) => vm.interfaceOf(id),
  };
}

/** Identifies the genesis, since a journal can only be replayed on the genesis it was written on. */
export function genesisHash(): string {
  const hash = createHash('sha256');
  for (const { name, source } of contractSources()) hash.update(`${name}\n${source}\n`);
  const accounts = [...WALLETS, OPERATOR, WHALE].map(({ address }) => address);
  return hash.update(JSON.stringify([TOKENS, POOLS, WRAPPED_POOLS, accounts], bigintAsText)).digest('hex');
}

/**
 * The registry of every devnet: plain JSON.
 *
 * @example const registry = unwrap(createRegistry(devnetRegistry(), 'devnet'));
 */
export function genesisRegistry(): Registry {
  return {
    network: 'devnet',
    routers: ROUTERS.map(({ name, ...rest }) => ({ id: contractId(name), ...rest })),
    wstx: contractId(WSTX),
    sbtc: contractId('sbtc'),
    verifier: { v1: contractId('verifier-v1'), v2: contractId('verifier-v2') },
    tokens: TOKENS.flatMap(registryTokens),
    vaults: [
      ...POOLS.map(poolVault),
      ...WRAPPED_POOLS.map(wrappedPoolVault),
      ...TOKENS.filter(({ blaze }) => blaze !== undefined).map(sublinkVault),
    ],
    blocked: [],
  };
}

function registryTokens({ name, symbol, title, decimals, description, blaze }: TokenPlan): Token[] {
  const token: Token = {
    contractId: tokenId(name),
    symbol,
    name: title,
    decimals,
    identifier: name === WSTX ? 'STX' : name,
    description,
  };
  if (blaze === undefined) return [token];
  const copy: Token = {
    ...token,
    contractId: contractId(subnetName(name)),
    name: `${title} subnet`,
    type: 'SUBNET',
    base: tokenId(name),
    blaze,
  };
  return [token, copy];
}

function poolVault({ name, tokenA, tokenB, feePpm }: (typeof POOLS)[number]): Vault {
  return {
    contractId: contractId(name),
    kind: 'pool',
    protocol: 'DEVNET',
    tokenA: tokenId(tokenA),
    tokenB: tokenId(tokenB),
    feePpm,
    name: poolTitle(name),
    symbol: poolTitle(name),
  };
}

function wrappedPoolVault({ name, pool, kind, tokenA, tokenB, feePpm, ...more }: WrappedPoolPlan): Vault {
  const { protocolFeePpm, forwardsInputFee, wrapsStx } = more;
  return {
    contractId: contractId(name),
    kind,
    protocol: SOURCES[kind].protocol,
    tokenA: tokenId(tokenA),
    tokenB: tokenId(tokenB),
    feePpm,
    ...(protocolFeePpm !== undefined && { protocolFeePpm }),
    ...(forwardsInputFee !== undefined && { forwardsInputFee }),
    ...(wrapsStx === true && { stxWrapper: `${contractId(WRAPPED_STX)}::${WRAPPED_STX}` }),
    externalPoolId: contractId(pool),
    name: poolTitle(name),
    symbol: poolTitle(name),
  };
}

function sublinkVault({ name, title, symbol }: TokenPlan): Vault {
  return {
    contractId: contractId(`${name}-sublink`),
    kind: 'sublink',
    protocol: 'DEVNET',
    tokenA: tokenId(name),
    tokenB: contractId(subnetName(name)),
    feePpm: 0,
    name: `${title} sublink`,
    symbol: `${symbol}-SUBLINK`,
  };
}
