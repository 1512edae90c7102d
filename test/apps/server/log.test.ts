import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { openLog } from '../../../src/apps/server/log.js';

it('is readable on a terminal, from its level on', () => {
  const lines: string[] = [];
  const log = openLog('info', {
    isTTY: true,
    write: (line: string | Uint8Array) => lines.push(String(line)) > 0,
  });
  log.debug('a pass of the executor');
  log.child({ part: 'chain' }).info({ stacksApiUrl: 'http://node' }, 'devnet started');
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d \S*info.* devnet started .*stacksApiUrl=http:\/\/node/),
  ]);
});

it('is written to a file at the end of a turn without waiting for the disk, and at once by a fatal line', async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'sluice-test-log-'));
  const fd = fs.openSync(join(folder, 'log'), 'w');
  const messages = () =>
    fs
      .readFileSync(join(folder, 'log'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
  const fsync = jest.spyOn(fs, 'fsyncSync');
  const stdout = jest.replaceProperty(process.stdout, 'fd', fd as 1);
  try {
    const log = openLog('info', { isTTY: false, write: () => true });
    log.info('first');
    log.info('second');
    expect(messages()).toEqual([]);
    await setImmediate();
    expect([messages(), fsync.mock.calls]).toEqual([['first', 'second'], []]);
    log.info('x'.repeat(20_000));
    expect(messages()).toHaveLength(3);
    log.info('held');
    log.fatal('the end');
    expect(messages().slice(3)).toEqual(['held', 'the end']);
  } finally {
    stdout.restore();
    fsync.mockRestore();
  }
});
