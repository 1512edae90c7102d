// The commit of the checkout. Sources without their history, and machines without git, have none.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The hash of the checkout's commit, followed by `-dirty` if a tracked file differs from it; undefined without one. */
export function describedCommit() {
  if (!existsSync('.git')) return undefined;
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  const describe = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];
  try {
    return execFileSync('git', describe, options).trim();
  } catch {
    return undefined;
  }
}
