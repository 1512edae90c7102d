import { describe, expect, it } from '@jest/globals';
import { err, ok } from '../../../src/domain/shared/result.js';
import { refuseForeignChain } from '../../../src/apps/run/foreign-chain.js';
import { txidOf } from '../../support/builders.js';
import { logInMemory } from '../../support/log-lines.js';

const foreign = { txid: txidOf(7), recordedHeight: 40, height: 3 };
const finding = (found: object | undefined) => ({ checkChain: async () => ok(found as typeof foreign) });
const SENTENCE =
  /^the database and the chain do not belong together: the swap \w+ is recorded in block 40, and the chain, which is at block 3, does not have it\. .*new database/;

describe('refuseForeignChain', () => {
  it('ends the start on a devnet, with what to do', async () => {
    const { log, lines } = logInMemory();
    await expect(refuseForeignChain(finding(foreign), { log, isDevnet: true })).rejects.toThrow(SENTENCE);
    expect(lines).toEqual([]);
  });

  it('logs an error elsewhere, and continues', async () => {
    const { log, lines } = logInMemory();
    await refuseForeignChain(finding(foreign), { log, isDevnet: false });
    expect(lines).toEqual([expect.objectContaining({ ...foreign, msg: expect.stringMatching(SENTENCE) })]);
  });

  it('says nothing if nothing is wrong, or the chain cannot be reached', async () => {
    const { log, lines } = logInMemory();
    await refuseForeignChain(finding(undefined), { log, isDevnet: true });
    const cut = { checkChain: async () => err({ kind: 'chain-unreachable' as const, reason: 'cut' }) };
    await refuseForeignChain(cut, { log, isDevnet: true });
    expect(lines).toEqual([]);
  });
});
