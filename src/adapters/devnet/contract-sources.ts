import { readFileSync } from 'node:fs';
import { POOLS, ROUTERS, subnetName, TOKENS, WSTX, type PoolPlan, type TokenPlan } from './genesis-plan.js';
import { SOURCES, VELAR_FEES, WRAPPED_POOLS, WRAPPED_STX, type WrappedPoolPlan } from './wrapped-pools.js';

/** Every contract of the devnet, each after those that it refers to. */
export function contractSources() {
  const copied = TOKENS.filter((token) => token.blaze !== undefined);
  return [
    fromTemplate('traits', 'traits.clar', {}),
    ...TOKENS.map(tokenSource),
    verifierSource('v1'),
    verifierSource('v2'),
    ...copied.map((token) =>
      fromTemplate(subnetName(token.name), 'subnet.clar', {
        name: `${token.title} subnet`,
        base: token.name,
        verifier: `verifier-${token.blaze ?? 'v1'}`,
      }),
    ),
    ...copied.map((token) =>
      fromTemplate(`${token.name}-sublink`, 'sublink.clar', {
        name: `${token.title} sublink`,
        base: token.name,
        subnet: subnetName(token.name),
      }),
    ),
    ...POOLS.map(poolSource),
    ...WRAPPED_POOLS.flatMap(wrappedPoolSources),
    ...ROUTERS.map((router) =>
      fromTemplate(router.name, 'router.clar', {
        payout: router.payout === 'signer' ? 'the signer only' : 'the named recipient',
        'pays-signer-only': String(router.payout === 'signer'),
      }),
    ),
  ];
}

function tokenSource({ name, title, symbol, decimals }: TokenPlan) {
  const facts = { name: title, symbol, decimals: String(decimals) };
  return name === WSTX
    ? fromTemplate(name, 'wstx.clar', facts)
    : fromTemplate(name, 'token.clar', { ...facts, identifier: name });
}

/** Version 2 records spent uuids per signer, so that a signer cannot spend another's. */
function verifierSource(version: 'v1' | 'v2') {
  const inVersion2 = (text: string) => (version === 'v2' ? text : '');
  return fromTemplate(`verifier-${version}`, 'verifier.clar', {
    domain: `${version}.0`,
    'spent-key': `${inVersion2('signer: principal, ')}uuid: (string-ascii 36)`,
    'check-parameters': `${inVersion2('(signer principal) ')}(uuid (string-ascii 36))`,
    'spent-entry': `${inVersion2('signer: signer, ')}uuid: uuid`,
  });
}

function poolSource({ name, tokenA, tokenB, feePpm, answersReserves = true }: PoolPlan) {
  return fromTemplate(name, 'pool.clar', {
    name: poolTitle(name),
    symbol: poolTitle(name),
    identifier: name,
    'token-a': tokenA,
    'token-b': tokenB,
    'fee-ppm': String(feePpm),
    'answers-reserves': String(answersReserves),
  });
}

/** The pool and its wrapper, after what the pool calls. */
function wrappedPoolSources(plan: WrappedPoolPlan) {
  const { name, pool, kind, tokenA, tokenB, feePpm, protocolFeePpm = 0, wrapsStx = false } = plan;
  const called = [
    ...(kind === 'velar' ? [fromTemplate(VELAR_FEES, 'velar-fees.clar', { 'fee-ppm': String(feePpm) })] : []),
    ...(wrapsStx ? [fromTemplate(WRAPPED_STX, 'wrapped-stx.clar', { pool })] : []),
  ];
  return [
    ...called,
    fromTemplate(pool, SOURCES[kind].file, {
      name: poolTitle(pool),
      'token-a': tokenA,
      'token-b': tokenB,
      'fee-ppm': String(feePpm),
      'fee-bps': String(feePpm / 100),
      'protocol-fee-bps': String(protocolFeePpm / 100),
      'provider-fee-bps': String((feePpm - protocolFeePpm) / 100),
    }),
    fromTemplate(name, 'wrapper.clar', { name: poolTitle(name), pool }),
  ];
}

export const poolTitle = (name: string): string => name.toUpperCase();

/** Replaces `{{key}}` in the contract file with the value of that key. */
function fromTemplate(name: string, file: string, values: Readonly<Record<string, string>>) {
  const template = readFileSync(new URL(`./contracts/${file}`, import.meta.url), 'utf8');
  const source = template.replaceAll(/\{\{([a-z-]+)\}\}/g, (_match, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${file} asks for ${key}, which contract ${name} does not have`);
    return value;
  });
  return { name, source };
}
