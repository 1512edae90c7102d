import { describe, expect, it } from '@jest/globals';
import { openLog } from '../../../src/apps/server/log.js';
import { RecentProblems } from '../../../src/apps/server/recent-problems.js';

function logged() {
  const problems = new RecentProblems();
  const written: string[] = [];
  const out = { isTTY: true, write: (line: string | Uint8Array) => written.push(String(line)) > 0 };
  return { problems, written, log: openLog('info', out, problems.take) };
}

describe('the last problems of the log', () => {
  it('are its warnings and errors, the newest first, as the log has them', () => {
    const { problems, written, log } = logged();
    log.info('a request');
    log.child({ part: 'chain' }).warn({ reason: 'refused' }, 'the node failed');
    log.error({ err: new Error('broken') }, 'settlement failed');
    expect(problems.list()).toEqual([
      {
        at: expect.any(Date),
        level: 'error',
        message: 'settlement failed',
        times: 1,
        fields: { err: { type: 'Error', message: 'broken' } },
      },
      {
        at: expect.any(Date),
        level: 'warn',
        message: 'the node failed',
        times: 1,
        fields: { part: 'chain', reason: 'refused' },
      },
    ]);
    expect(written).toHaveLength(3);
  });

  it('are 50 at most, and equal ones in a row are one with the facts of the last', () => {
    const { problems, log } = logged();
    log.warn({ n: -1 }, 'first');
    for (let n = 0; n < 1_000; n++) log.warn({ n }, 'again');
    expect(problems.list()).toMatchObject([
      { message: 'again', times: 1_000, fields: { n: 999 } },
      { message: 'first', times: 1 },
    ]);
    for (let n = 0; n < 60; n++) log.warn(`number ${n}`);
    const messages = problems.list().map(({ message }) => message);
    expect([messages.length, messages[0], messages.at(-1)]).toEqual([50, 'number 59', 'number 10']);
  });

  it('leave out what may be secret, and facts that are too long', () => {
    const { problems, log } = logged();
    const secrets = { signature: 'a', privateKey: 'b', apiKey: 'c', headers: { authorization: 'd' } };
    log.error({ ...secrets, token: 'ST1.token' }, 'careless');
    expect(problems.list()[0]?.fields).toEqual({ headers: {}, token: 'ST1.token' });
    log.error({ facts: 'x'.repeat(5_000) }, 'long');
    expect(problems.list()[0]).toMatchObject({ message: 'long', fields: {} });
  });

  it('hold no line that the level keeps out of the log', () => {
    const problems = new RecentProblems();
    openLog('fatal', { isTTY: true, write: () => true }, problems.take).error('unseen');
    expect(problems.list()).toEqual([]);
  });
});
