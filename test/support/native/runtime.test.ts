import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import config from '../../unit.config.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-runtime-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs the suites, each a text in TypeScript, one after the other in one process. Returns Jest's own report. */
function reportOf(...suites: readonly string[]): Report {
  for (const [index, suite] of suites.entries())
    writeFileSync(path.join(folder, `${index}.test.ts`), `import * as jest from '@jest/globals';${suite}`);
  const own = { ...config, rootDir: process.cwd(), roots: [folder], testMatch: ['**/*.test.ts'] };
  const jest = ['node_modules/jest/bin/jest.js', '--runInBand', '--json', '--config', JSON.stringify(own)];
  return JSON.parse(String(spawnSync(process.execPath, jest).stdout)) as Report;
}

describe('a suite', () => {
  it.each([
    [
      'a test that hangs',
      `it('runs', () => new Promise(() => {}), 50)`,
      'Exceeded timeout of 50 ms for a test',
    ],
    [
      'a hook that hangs',
      `beforeEach(() => new Promise(() => {}), 50); it('runs', () => {})`,
      'Exceeded timeout of 50 ms for a hook',
    ],
    ['a hook that fails', `beforeAll(() => { throw new Error('unready') }); it('runs', () => {})`, 'unready'],
    [
      'a rejection that no one handles',
      `it('runs', async () => { void Promise.reject(new Error('unseen')); await new Promise(setImmediate) })`,
      'unseen',
    ],
  ])('fails by %s', (_, suite, message) => {
    const { success, testResults } = reportOf(`const { beforeAll, beforeEach, it } = jest; ${suite}`);
    expect(success).toBe(false);
    expect(testResults[0]?.assertionResults).toMatchObject([{ title: 'runs', status: 'failed' }]);
    expect(testResults[0]?.message).toContain(message);
  });

  it('names the line of its TypeScript that failed', () => {
    const lines = [
      '',
      'interface Gone {',
      '  readonly a: string;',
      '}',
      "jest.it('fails', () => {",
      '  jest.expect(1).toBe(2);',
    ];
    const [result] = reportOf([...lines, '});'].join('\n')).testResults;
    expect(result?.assertionResults[0]?.failureMessages[0]).toContain('0.test.ts:6:');
  });

  it('finds the process as it was before another suite', () => {
    const suite = `
      jest.it('finds and leaves', () => {
        jest.expect([process.env.LEFT, Date.now() > 1, jest.jest.isMockFunction(Math.random)]).toEqual([undefined, true, false]);
        process.env.LEFT = 'yes';
        jest.jest.useFakeTimers({ now: 0 });
        jest.jest.spyOn(Math, 'random');
      });`;
    expect(reportOf(suite, suite)).toMatchObject({ success: true, numPassedTests: 2 });
  });

  it.each([
    ['shares modules with other suites', '', 1],
    ['has modules of its own if it asks for them', '/**\n * @own-modules\n */', 2],
  ])('%s', (_, pragma, first) => {
    writeFileSync(path.join(folder, 'counter.ts'), 'export const counter = { value: 0 };');
    const suite = `${pragma}
      import { counter } from './counter.js';
      jest.it('counts first', () => jest.expect((counter.value += 1)).toBe(1));`;
    expect(reportOf(suite, suite)).toMatchObject({ numPassedTests: first, numFailedTests: 2 - first });
  });
});
