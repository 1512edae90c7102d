import { expect, it } from '@jest/globals';
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
