import { createHash } from 'node:crypto';
import { Cl, type ClarityValue } from '@stacks/transactions';
import type { Registry } from '../../../domain/market/registry.js';
import { contractParts, type ContractId } from '../../../domain/shared/contract-id.js';
import { bigintAsText } from '../../../domain/shared/json.js';
import { accountsIn, type DevAccounts, type Dress } from '../vm/accounts.js';
import { contractSources, pairSuffix } from './contract-sources.js';
import { devnetRegistry } from './devnet-registry.js';
import { DEVNET_PLAN } from './genesis-plan.js';
import { blockHash, type Origin } from '../vm/origin.js';
import { tokenOf, unitsWorth, type GenesisPlan } from './plan.js';
import { standInPlan, standInRegistry } from './stand-ins.js';
import type { Vm } from '../vm/vm.js';

/** Contents of a chain before its first block. */
export interface Beginning {
  readonly dress: Dress;
  readonly accounts: DevAccounts;
  /** Registry of the contracts; absent if the chain continues a network, whose contracts this process does not know. */
  readonly registry?: Registry;
  /** Contracts in the order of their deployment. */
  readonly contracts: readonly DeployedContract[];
  /** Deploys the contracts and distributes the initial balances. */
  apply(vm: Vm): void;
}

/** Start of a chain of the devnet. */
export interface Genesis extends Beginning {
  readonly registry: Registry;
  /** Hash that identifies the genesis. A journal can be replayed only on the genesis that it began with. */
  readonly hash: string;
}

export interface DeployedContract {
  readonly id: ContractId;
  readonly source: string;
}

const OPERATOR_USTX = 100_000_000_000n;
/** Funds of the deployer for the fees of deployments: 1,000 STX. */
const DEPLOYER_USTX = 1_000_000_000n;

/** The genesis with the devnet's own contracts. It takes about half a second to apply. */
export const devnetGenesis = (): Genesis => makeGenesis('devnet', DEVNET_PLAN, devnetRegistry());

/** A genesis with a stand-in for each contract of a mainnet registry, under the same id. It takes about a second to apply. */
export const mainnetGenesis = (registry: Registry): Genesis =>
  makeGenesis('mainnet', standInPlan(registry), standInRegistry(registry));

const GENESIS_HEIGHT = 1;

/** Origin of a chain that begins with a genesis, before which there is nothing. */
export const genesisOrigin = (vm: Vm): Origin => ({
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
});

function makeGenesis(dress: Dress, plan: GenesisPlan, registry: Registry): Genesis {
  const accounts = accountsIn(dress);
  const idOf = (name: string) =>
    (name.includes('.') ? name : `${accounts.deployer.address}.${name}`) as ContractId;
  const contracts = contractSources(plan).map(({ name, source }) => ({
    id: idOf(name),
    source: withFullIds(source, idOf(name), idOf),
  }));
  const hash = createHash('sha256');
  for (const { id, source } of contracts) hash.update(`${id}\n${source}\n`);
  hash.update(JSON.stringify([plan, accounts, OPERATOR_USTX, DEPLOYER_USTX], bigintAsText));
  return {
    dress,
    accounts,
    registry,
    contracts,
    hash: hash.digest('hex'),
    apply(vm) {
      for (const { id, source } of contracts) {
        const { address, name } = contractParts(id);
        vm.deploy(name, source, address);
      }
      vm.mintStx(accounts.operator.address, OPERATOR_USTX);
      vm.mintStx(accounts.deployer.address, DEPLOYER_USTX);
      fund(vm, plan, accounts, idOf);
    },
  };
}

/** Matches `.name` in a contract's source, where the name may also be an id. */
const REFERENCE = /(?<![\w.'-])\.((?:S[0-9A-Z]{27,40}\.)?[a-zA-Z][a-zA-Z0-9_-]*)/g;

/** Source in which references to other deployers' contracts are full ids. */
function withFullIds(source: string, of: ContractId, idOf: (name: string) => ContractId): string {
  const { address } = contractParts(of);
  return source.replaceAll(REFERENCE, (_match, named: string) => {
    const { address: deployer, name } = contractParts(idOf(named));
    return deployer === address ? `.${name}` : `'${deployer}.${name}`;
  });
}

function fund(
  vm: Vm,
  plan: GenesisPlan,
  { deployer, wallets, whale }: DevAccounts,
  idOf: (name: string) => ContractId,
): void {
  const ownerOf = (name: string) => contractParts(idOf(name)).address as string;
  const call = (name: string, functionName: string, args: readonly ClarityValue[], sender: string) => {
    const execution = vm.call(idOf(name), functionName, args, sender);
    if (execution.kind === 'ok') return;
    const why = execution.kind === 'err' ? Cl.prettyPrint(execution.result) : execution.message;
    throw new Error(`the genesis call ${name}.${functionName} failed: ${why}`);
  };
  /** Gives the recipient an amount of a token or of a subnet copy. */
  const give = (name: string, amount: bigint, recipient: string): void => {
    const token = tokenOf(plan, name);
    if (token.name !== name) {
      give(token.name, amount, deployer.address);
      call(name, 'deposit', [Cl.uint(amount), Cl.some(Cl.principal(recipient))], deployer.address);
    } else if (name === plan.wstx) vm.mintStx(recipient, amount);
    else call(name, 'mint', [Cl.uint(amount), Cl.principal(recipient)], ownerOf(name));
  };
  for (const { name } of [...plan.tokens, ...plan.subnets]) {
    const token = tokenOf(plan, name);
    for (const { address } of wallets) give(name, unitsWorth(token, token.walletUsd), address);
    give(name, unitsWorth(token, token.whaleUsd), whale.address);
  }
  const seed = (
    name: string,
    functionName: string,
    sides: readonly (readonly [token: string, amount: bigint])[],
  ) => {
    for (const [token, amount] of sides) give(token, amount, ownerOf(name));
    call(
      name,
      functionName,
      sides.map(([, amount]) => Cl.uint(amount)),
      ownerOf(name),
    );
  };
  for (const { name, tokenA, tokenB, depthUsd, skewPercent = 0n } of plan.pools) {
    const sideB = unitsWorth(tokenOf(plan, tokenB), depthUsd);
    seed(name, 'seed', [
      [tokenA, unitsWorth(tokenOf(plan, tokenA), depthUsd)],
      [tokenB, sideB + (sideB * skewPercent) / 100n],
    ]);
  }
  for (const wrapped of plan.wrappedPools) {
    const { pool, tokenA, tokenB, depthUsd } = wrapped;
    const sideOf = (token: string) => [token, unitsWorth(tokenOf(plan, token), depthUsd)] as const;
    seed(pool, `seed${pairSuffix(wrapped, plan.wrappedPools)}`, [sideOf(tokenA), sideOf(tokenB)]);
  }
}
