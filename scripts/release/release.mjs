// Releases a version: `npm run release -- 0.2.0`. With --dry-run it does everything except commit, tag and publish, and restores
// the files afterwards. How to: docs/how-to/release.md.
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
  let tarball;
  try {
    step('build', 'npm', 'run', '--silent', 'build');
    step('check the package', process.execPath, 'scripts/package/check.mjs');
    const folder = mkdtempSync(path.join(tmpdir(), 'sluice-release-'));
    step('pack', process.execPath, 'scripts/package/pack.mjs', folder);
    tarball = path.join(folder, `sluice-${version}.tgz`);
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
  last('tag', 'git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  last('publish', 'npm', 'publish', tarball, '--provenance', '--access', 'public');
  if (!isDry) console.log('== released; what is left: git push --follow-tags');
}

try {
  main();
} catch (error) {
  console.error(`not released: ${error.message}`);
  process.exitCode = 1;
}
