import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-release-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(join(folder, 'draft.md'), 'not committed');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a release refuses uncommitted changes before it does anything', () => {
  const program = resolve('scripts/release/release.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, '0.2.0'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'not released: there are uncommitted changes: commit or stash them first\n',
  });
  expect(readdirSync(folder).sort()).toEqual(['.git', 'draft.md']);
});
