import { readFileSync } from 'node:fs';
import type { GenesisPlan, PoolPlan, RouterPlan, TokenPlan, WrappedPoolPlan } from './plan.js';
import { SOURCES } from './wrapped-pools.js';
import { DEVNET_FOLDER } from './folder.js';

/** A contract with its name or id, as the plan has it. */
export interface PlannedContract {
  readonly name: string;
  readonly source: string;
}

type Values = Readonly<Record<string, string>>;

/** All contracts of the plan, each after the contracts that it refers to. */
export function contractSources(plan: GenesisPlan): readonly PlannedContract[] {
  const { tokens, verifiers, subnets, sublinks, pools, wrappedPools, routers } = plan;
  return unique([
    fromTemplate('traits', 'traits.clar', {}),
    ...tokens.map((token) => tokenSource(token, plan.wstx)),
    verifierSource(verifiers.v1, 'v1'),
    verifierSource(verifiers.v2, 'v2'),
    ...subnets.map(({ name, title, token, blaze }) =>
      fromTemplate(name, 'subnet.clar', {
        name: `${title} subnet`,
        base: token,
        verifier: verifiers[blaze],
      }),
    ),
    ...sublinks.map(({ name, title, token, subnet }) =>
      fromTemplate(name, 'sublink.clar', { name: `${title} sublink`, base: token, subnet }),
    ),
    ...pools.map(poolSource),
    ...wrappedPools.flatMap((pool) => wrappedPoolSources(pool, wrappedPools)),
    ...routers.map((router) => routerSource(router, verifiers)),
  ]);
}

/** The contracts without duplicates: each of several pools that share a contract names it. */
const unique = (contracts: readonly PlannedContract[]): readonly PlannedContract[] => [
  ...new Map(contracts.map((contract) => [contract.name, contract])).values(),
];

function tokenSource({ name, title, symbol, decimals, identifier }: TokenPlan, wstx: string) {
  const facts = { name: title, symbol, decimals: String(decimals) };
  return name === wstx
    ? fromTemplate(name, 'wstx.clar', facts)
    : fromTemplate(name, 'token.clar', { ...facts, identifier });
}

/** Source of a verifier. Version 2 records spent uuids per signer, so signers can revoke their own, and cannot spend another's. */
function verifierSource(name: string, version: 'v1' | 'v2') {
  const inVersion2 = (text: string) => (version === 'v2' ? text : '');
  const { source } = fromTemplate(name, 'verifier.clar', {
    domain: `${version}.0`,
    'spent-key': `${inVersion2('signer: principal, ')}uuid: (string-ascii 36)`,
    'check-parameters': `${inVersion2('(signer principal) ')}(uuid (string-ascii 36))`,
    'spent-entry': `${inVersion2('signer: signer, ')}uuid: uuid`,
  });
  return { name, source: source + inVersion2(`\n${fromTemplate(name, 'revocation.clar', {}).source}`) };
}

/** Source of a router. To learn who signed, it asks the verifiers of the signature domains that it knows, not the subnet. */
function routerSource({ name, payout, blaze }: RouterPlan, verifiers: GenesisPlan['verifiers']) {
  const isSigner = (verifier: string) =>
    `(is-eq (ok to) (contract-call? .${verifier} recover signature (contract-of token) INTENT none (some amount) (some SELF) uuid))`;
  return fromTemplate(name, 'router.clar', {
    payout: payout === 'signer' ? 'the signer only' : 'the named recipient',
    'pays-recipient': payout === 'signer' ? blaze.map((each) => isSigner(verifiers[each])).join(' ') : 'true',
  });
}

function poolSource({ name, title, tokenA, tokenB, feePpm, answersReserves = true }: PoolPlan) {
  return fromTemplate(name, 'pool.clar', {
    name: title,
    symbol: title,
    identifier: nameOf(name),
    'token-a': tokenA,
    'token-b': tokenB,
    'fee-ppm': String(feePpm),
    'answers-reserves': String(answersReserves),
  });
}

/** The pool's contract and its wrapper, after the contracts that the pool calls. */
function wrappedPoolSources(plan: WrappedPoolPlan, all: readonly WrappedPoolPlan[]) {
  const { name, pool, kind, feePpm, wrappedStx } = plan;
  const { file, fees } = SOURCES[kind];
  const pairs = all.filter((each) => each.pool === pool);
  const called = [
    ...(fees === undefined ? [] : [fromTemplate(fees.name, fees.file, { 'fee-ppm': String(feePpm) })]),
    ...(wrappedStx === undefined
      ? []
      : [fromTemplate(wrappedStx.name, 'wrapped-stx.clar', { pool, asset: wrappedStx.identifier })]),
  ];
  const holder = fromTemplate(
    pool,
    file,
    {
      ...pairValues(plan, pairs),
      'wrapped-stx': pairs.find((pair) => pair.wrappedStx)?.wrappedStx?.name ?? '',
    },
    pairs.map((pair) => pairValues(pair, pairs)),
  );
  const vault = fromTemplate(name, 'wrapper.clar', {
    name: titleOf(name),
    pool: titleOf(pool),
    pair: pairSuffix(plan, pairs),
    'of-pool': name === pool ? '' : `contract-call? .${pool} `,
    describe: name === pool ? '' : describing(plan, pairs),
  });
  // A vault that holds its own funds is a single contract.
  return name === pool
    ? [...called, { name, source: `${holder.source}\n${vault.source}` }]
    : [...called, holder, vault];
}

/** Source of a wrapper's `get-pool`, which returns the pool contract's description of the pool; empty if the wrapper needs none. */
function describing(plan: WrappedPoolPlan, pairs: readonly WrappedPoolPlan[]): string {
  const { pool, kind } = plan;
  const { describe } = SOURCES[kind];
  if (describe === undefined) return '';
  const { 'token-x': x, 'token-b': y } = pairValues(plan, pairs);
  const args = describe.of === 'pool' ? '' : ` .${x} .${y}`;
  const call = `${describe.by}${pairSuffix(plan, pairs)}${args}${describe.of === 'factored pair' ? ' u100000000' : ''}`;
  return `\n(define-read-only (get-pool) (contract-call? .${pool} ${call}))\n`;
}

function pairValues(plan: WrappedPoolPlan, pairs: readonly WrappedPoolPlan[]): Values {
  const { pool, tokenA, tokenB, feePpm, protocolFeePpm = 0, wrappedStx } = plan;
  return {
    name: titleOf(pool),
    pair: pairSuffix(plan, pairs),
    'token-a': tokenA,
    'token-b': tokenB,
    'fee-ppm': String(feePpm),
    'fee-bps': String(feePpm / 100),
    'protocol-fee-bps': String(protocolFeePpm / 100),
    'provider-fee-bps': String((feePpm - protocolFeePpm) / 100),
    'token-x': wrappedStx?.name ?? tokenA,
    'wraps-stx': String(wrappedStx !== undefined),
  };
}

/** Returns the suffix of a pair's functions in a contract that several pairs share; empty if the contract has only one. */
export const pairSuffix = ({ name, pool }: WrappedPoolPlan, all: readonly WrappedPoolPlan[]): string =>
  all.filter((each) => each.pool === pool).length === 1 ? '' : `-${nameOf(name)}`;

const nameOf = (contract: string): string => contract.slice(contract.indexOf('.') + 1);
const titleOf = (contract: string): string => nameOf(contract).toUpperCase();

/** Mark in a contract's file: the text after it is repeated for each pair that shares the contract. */
const PAIR_MARK = ';; ---- pair ----\n';

/**
 * Replaces each `{{key}}` in the contract file with its value, and the text after the pair mark with one copy per pair.
 * References to other deployers' contracts become full ids.
 */
function fromTemplate(
  name: string,
  file: string,
  values: Values,
  pairs: readonly Values[] = [],
): PlannedContract {
  const template = readFileSync(new URL(`genesis/contracts/${file}`, DEVNET_FOLDER), 'utf8');
  const filled = (text: string, from: Values) =>
    text.replaceAll(/\{\{([a-z-]+)\}\}/g, (_match, key: string) => {
      const value = from[key];
      if (value === undefined)
        throw new Error(`${file} asks for ${key}, which contract ${name} does not have`);
      return value;
    });
  const [head = '', pair] = template.split(PAIR_MARK);
  const parts = pair === undefined ? [] : pairs.map((each) => filled(pair, each));
  return { name, source: [filled(head, values), ...parts].join('\n') };
}
