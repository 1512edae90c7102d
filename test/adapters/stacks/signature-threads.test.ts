import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import secp256k1 from 'secp256k1';
import { sha256 } from '../../../src/adapters/stacks/signatures/hashing.js';
import { CURVE } from '../../../src/adapters/stacks/signatures/fastest-curve.js';
import { recoverSigner, type Proof } from '../../../src/adapters/stacks/signatures/recovery.js';
import { SignatureThreads } from '../../../src/adapters/stacks/signatures/signature-threads.js';

/** The proof of a signature by the n-th key. */
function proofBy(n: number): Proof {
  const digest = sha256(Buffer.from(`message ${n}`));
  const { signature, recid } = secp256k1.ecdsaSign(digest, sha256(Buffer.from(`key ${n}`)));
  return { rs: signature, recoveryId: recid as 0 | 1, digest, version: n % 2 === 0 ? 22 : 26 };
}

const proofs = Array.from({ length: 100 }, (_, n) => proofBy(n));
const NO_SIGNATURE: Proof = { ...proofs[0]!, rs: new Uint8Array(64) };
const expected = (proof: Proof) => recoverSigner(CURVE, proof)?.address;

describe('signature threads', () => {
  const opened: SignatureThreads[] = [];
  let lost = 0;
  const open = (threads: number) => {
    const pool = new SignatureThreads(threads, () => lost++);
    opened.push(pool);
    return pool;
  };
  const posted = jest.spyOn(Worker.prototype, 'postMessage');
  let before = 0;
  /** The threads that the test has given checks, once for each time. */
  const given = () => posted.mock.contexts.slice(before) as Worker[];
  const used = () => [...new Set(given())];
  beforeEach(() => {
    before = posted.mock.contexts.length;
    lost = 0;
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pool) => pool.close()));
  });

  it('recover the signer of each proof, and none of a signature that no key made', async () => {
    const pool = open(2);
    const mixed = [...proofs.slice(0, 5), NO_SIGNATURE, ...proofs.slice(5, 10)];
    const recovered = await Promise.all(mixed.map((proof) => pool.recover(proof)));
    expect(recovered.map((one) => one?.address)).toEqual(mixed.map(expected));
    expect(Buffer.from(recovered[0]!.key)).toEqual(Buffer.from(recoverSigner(CURVE, proofs[0]!)!.key));
  });

  it('take what arrives in one turn together, each thread its part, and at most 32 at a time', async () => {
    const pool = open(2);
    await Promise.all(proofs.slice(0, 10).map((proof) => pool.recover(proof)));
    expect(given()).toHaveLength(2);
    await Promise.all(proofs.map((proof) => pool.recover(proof)));
    expect(given().length).toBeGreaterThanOrEqual(6);
    expect(used()).toHaveLength(2);
    expect(lost).toBe(0);
  });

  it('start no more threads than there is work for', async () => {
    const pool = open(8);
    await pool.recover(proofs[0]!);
    await pool.recover(proofs[1]!);
    expect(used()).toHaveLength(1);
  });

  it('repeat the checks of a thread that ends in a new one', async () => {
    const pool = open(1);
    const checks = proofs.map((proof) => pool.recover(proof));
    await new Promise((resolve) => setImmediate(resolve));
    await used()[0]!.terminate();
    expect((await Promise.all(checks)).map((one) => one?.address)).toEqual(proofs.map(expected));
    expect(used()).toHaveLength(2);
    expect(lost).toBe(1);
  });

  it('replace a thread that ends while it has nothing to do', async () => {
    const pool = open(1);
    await pool.recover(proofs[0]!);
    await used()[0]!.terminate();
    expect((await pool.recover(proofs[1]!))?.address).toBe(expected(proofs[1]!));
    expect(used()).toHaveLength(2);
  });

  it('leave a check to the main thread if two threads have ended with it', async () => {
    const end = function (this: Worker) {
      void this.terminate();
    };
    posted.mockImplementationOnce(end).mockImplementationOnce(end);
    const pool = open(1);
    const recovered = await Promise.all(proofs.slice(0, 3).map((proof) => pool.recover(proof)));
    expect(given()).toHaveLength(2);
    expect(recovered.map((one) => one?.address)).toEqual(proofs.slice(0, 3).map(expected));
  });

  it('finish what they were given before they close, and check in the main thread afterwards', async () => {
    const pool = open(1);
    const checks = proofs.map((proof) => pool.recover(proof));
    await pool.close();
    expect((await Promise.all(checks)).map((one) => one?.address)).toEqual(proofs.map(expected));
    const done = given().length;
    expect((await pool.recover(proofs[0]!))?.address).toBe(expected(proofs[0]!));
    expect(given()).toHaveLength(done);
  });
});
