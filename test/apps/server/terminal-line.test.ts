import { describe, expect, it } from '@jest/globals';
import picocolors from 'picocolors';
import { terminalLine } from '../../../src/apps/server/terminal-line.js';

const PLAIN = picocolors.createColors(false);
const AT = new Date(2026, 10, 22, 9, 5, 7).getTime();

const shown = (line: object, colours = PLAIN) =>
  terminalLine(JSON.stringify({ level: 30, time: AT, pid: 1, hostname: 'vm', ...line }), colours);

describe('a log line on a terminal', () => {
  it('has the local time, the level in a word, the message and the facts, and nothing about the process', () => {
    expect(shown({ part: 'chain', url: 'http://node', n: 3, note: 'two words', msg: 'devnet started' })).toBe(
      '09:05:07 info  devnet started url=http://node n=3 note="two words"\n',
    );
  });

  it('has no facts that are empty', () => {
    expect(shown({ tokens: 25, unpriced: {}, failed: [], none: null, msg: 'prices recorded' })).toBe(
      '09:05:07 info  prices recorded tokens=25 none=null\n',
    );
  });

  it.each([
    [10, 'trace'],
    [20, 'debug'],
    [30, 'info '],
    [40, 'warn '],
    [50, 'error'],
    [60, 'fatal'],
  ])('names the level %d %s', (level, name) => {
    expect(shown({ level, msg: 'm' })).toBe(`09:05:07 ${name} m\n`);
  });

  it('has a request in one line', () => {
    const req = { id: 'a-1', method: 'GET', path: '/time' };
    expect(shown({ req, res: { status: 200 }, ms: 12, msg: 'answered' })).toBe(
      '09:05:07 info  GET /time 200 12 ms\n',
    );
  });

  it('has the cause of an expected failure in the same line', () => {
    const line = { level: 40, req: { method: 'GET', path: '/readyz' }, res: { status: 503 }, ms: 3 };
    const cause = { kind: 'unready', reason: 'no prices' };
    expect(shown({ ...line, cause, msg: 'failed' })).toBe('09:05:07 warn  GET /readyz 503 3 ms no prices\n');
  });

  it('has the stack of a fault and of its causes below', () => {
    const err = {
      type: 'Error',
      message: 'could not read',
      stack: 'Error: could not read\n    at one.ts:1',
      cause: { type: 'TypeError', message: 'bad row' },
    };
    expect(shown({ level: 50, err, msg: 'maintenance failed' }).split('\n')).toEqual([
      '09:05:07 error maintenance failed',
      '  Error: could not read',
      '      at one.ts:1',
      '  caused by',
      '  TypeError: bad row',
      '',
    ]);
  });

  it('keeps the lines of a message that names several problems', () => {
    expect(shown({ level: 60, msg: 'two problems:\n  a\n  b' })).toBe(
      '09:05:07 fatal two problems:\n  a\n  b\n',
    );
  });

  it('shows control characters from outside instead of obeying them', () => {
    const evil = '\u001b[2J\r\u009b31mred';
    const line = shown({ msg: evil, req: { method: 'GET', path: evil }, err: { message: evil }, fact: evil });
    // eslint-disable-next-line no-control-regex -- they are what it is about
    expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(line).toContain('\\x1b[2J');
  });

  it('has colours if they are wanted', () => {
    expect(shown({ level: 40, msg: 'm' }, picocolors.createColors(true))).toContain('\u001b[33mwarn ');
  });
});
