// Prepares a release: `npm run release -- 0.2.0`. With --dry-run it does everything except commit and tag, and restores the files
// afterwards. The workflow that the pushed tag starts publishes it. How to: docs/how-to/release.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { releasedChangelog, versionToRelease, withVersion } from './plan.mjs';

const output = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' }).trim();

/** A step that is part of a dry run, too. */
function step(text, program, ...args) {
  console.log(`== ${text}: ${[program, ...args].join(' ')}`);
  execFileSync(program, args, { stdio: 'inherit' });
}

function main() {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const isDry = values['dry-run'];
  if (output('git', 'status', '--porcelain') !== '')
    throw new Error('there are uncommitted changes: commit or stash them first');

  const files = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
  const [manifest, lock, changelog] = files.map((file) => readFileSync(file, 'utf8'));
  const tags = output('git', 'tag').split('\n');
  const version = versionToRelease(positionals[0], JSON.parse(manifest).version, tags);
  const today = new Date().toISOString().slice(0, 10);
  const released = [
    withVersion(manifest, version),
    withVersion(lock, version),
    releasedChangelog(changelog, version, today),
  ];
  const write = (texts) => files.forEach((file, n) => writeFileSync(file, texts[n]));
  const putBack = () => write([manifest, lock, changelog]);

  console.log(
    `== version ${version} in package.json and package-lock.json; the changelog's section of ${today}`,
  );
  write(released);
  try {
    step('build', 'npm', 'run', '--silent', 'build');
    step('check the package', process.execPath, 'scripts/package/check.mjs');
    step('check the repository', process.execPath, 'scripts/release/scorecard.mjs');
    const folder = mkdtempSync(path.join(tmpdir(), 'sluice-release-'));
    step('write the files of the release', process.execPath, 'scripts/release/files.mjs', folder);
  } catch (error) {
    putBack();
    throw error;
  }
  if (isDry) putBack();

  const last = (text, program, ...args) => {
    if (isDry) console.log(`== ${text}, not in a dry run: ${[program, ...args].join(' ')}`);
    else step(text, program, ...args);
  };
  last('commit', 'git', 'commit', '--quiet', '--message', `Release ${version}`, '--', ...files);
  last('tag', 'git', 'tag', '--sign', `v${version}`, '--message', `Release ${version}`);
  if (!isDry) console.log('== committed and tagged; what is left: git push --follow-tags');
}

try {
  main();
} catch (error) {
  console.error(`not released: ${error.message}`);
  process.exitCode = 1;
}
