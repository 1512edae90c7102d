import { parseArgs } from 'node:util';
import { publicKeyFromSignatureRsv } from '@stacks/transactions';
import { createSignatureVerifier } from '../src/adapters/stacks/index.js';
import secp256k1 from 'secp256k1';
import { figure, printJson, printTable } from './support/report.js';
import { someSignedOrders, type SignedSample } from './support/signed-orders.js';
import { percentile } from './support/stats.js';

/** Every order has a different signer, so that no cache helps. */
const { values: options } = parseArgs({
  options: { orders: { type: 'string', default: '4000' }, rounds: { type: 'string', default: '100' } },
});
const rounds = Number(options.rounds);
const samples = someSignedOrders(Number(options.orders));
const verifier = createSignatureVerifier();

interface Contender {
  readonly name: string;
  /** Orders checked per turn: turns should be short, and of similar length. */
  readonly turn: number;
  readonly check: (sample: SignedSample) => unknown;
}

const NATIVE = 'native recovery alone';
const ORDER_CHECK = 'Sluice order check';
const contenders: readonly Contender[] = [
  {
    name: NATIVE,
    turn: 200,
    check: ({ compact, recoveryId, digest }) => secp256k1.ecdsaRecover(compact, recoveryId, digest, true),
  },
  {
    name: ORDER_CHECK,
    turn: 200,
    check: ({ order, signature, owner }) => {
      if (verifier.orderSigner(order, signature) !== owner) throw new Error('a good signature was refused');
    },
  },
  {
    name: 'recovery in JavaScript (noble, by @stacks/transactions)',
    turn: 8,
    check: ({ digest, signature }) =>
      publicKeyFromSignatureRsv(Buffer.from(digest).toString('hex'), signature),
  },
];

/** Checks per second in one turn, over a different part of the orders each round. */
function rate({ turn, check }: Contender, round: number): number {
  const from = (round * turn) % Math.max(1, samples.length - turn);
  const part = samples.slice(from, from + turn);
  const start = performance.now();
  for (const sample of part) check(sample);
  return (part.length * 1000) / (performance.now() - start);
}

// The contenders take short turns, so that background load affects all of them equally.
const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
for (let round = -rounds; round < rounds; round++) {
  for (const contender of contenders) {
    const measured = rate(contender, Math.abs(round));
    if (round >= 0) rates.get(contender.name)!.push(measured);
  }
}

const median = (name: string) => percentile([...rates.get(name)!], 0.5);
printTable(
  contenders.map(({ name }) => ({
    check: name,
    'per second': figure(median(name)),
    'ratio to native': figure(median(name) / median(NATIVE)),
  })),
);
printJson('signatures', {
  unit: 'checks per second',
  orders: samples.length,
  rounds,
  perSecond: Object.fromEntries(contenders.map(({ name }) => [name, Math.round(median(name))])),
  orderCheckToNative: figure(median(ORDER_CHECK) / median(NATIVE)),
});
