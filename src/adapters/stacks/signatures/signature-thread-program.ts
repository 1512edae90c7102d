import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { nativeCurve } from './native-curve.js';
import { PORTABLE_CURVE } from './portable-curve.js';
import { packResults, unpackProofs } from './proof-batch.js';
import { recoverSigner } from './recovery.js';

/** Data with which the thread starts. */
export interface SignatureThreadData {
  /** The module from which the native curve's package is looked up. */
  readonly from: string;
}

const { from } = workerData as SignatureThreadData;
const curve = nativeCurve(createRequire(from)) ?? PORTABLE_CURVE;

parentPort?.on('message', (proofs: Uint8Array) => {
  const results = packResults(unpackProofs(proofs).map((proof) => recoverSigner(curve, proof)));
  parentPort?.postMessage(results, [results.buffer]);
});
