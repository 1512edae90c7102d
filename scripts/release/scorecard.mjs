// Checks of OpenSSF Scorecard that a repository's own files decide: https://github.com/ossf/scorecard/blob/main/docs/checks.md
// `npm run scorecard` prints them. What only the host knows (reviews, protected branches, maintenance) is not checked.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const WORKFLOW = /^\.github\/workflows\/.+\.ya?ml$/;
const BINARY = /\.(?:a|bin|class|dll|dylib|elf|exe|jar|node|o|pyc|so|wasm|whl)$/;
const CONTAINER = /(?:^|\/)(?:Containerfile|Dockerfile)[^/]*$/;
/** Text of an event that a stranger writes, put into a script. */
const UNTRUSTED =
  /\$\{\{[^}]*github\.(?:event\.(?:issue|pull_request|comment|review|head_commit|pages)|head_ref)/;
const EXACT = /^(?:npm:)?(?:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Lines of the files for which a rule names a fault, as `file:line fault`. */
const faultsIn = (files, faultOf) =>
  Object.entries(files).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, n) => {
      const fault = faultOf(line);
      return fault === undefined ? [] : [`${file}:${n + 1} ${fault}`];
    }),
  );

const matching = (files, pattern) =>
  Object.fromEntries(Object.entries(files).filter(([file]) => pattern.test(file)));

const unpinnedAction = (line) => {
  const [, action] = /^\s*-?\s*uses:\s*(\S+)/.exec(line) ?? [];
  return action === undefined || /^\.\/|@[0-9a-f]{40}$/.test(action)
    ? undefined
    : `${action} is not pinned by its commit`;
};

function unpinnedPackages({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) {
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return Object.entries(all).flatMap(([name, version]) =>
    EXACT.test(version) ? [] : [`package.json: ${name} is ${version}, no exact version`],
  );
}

/** Faults of what a workflow may do: it says so at its top, where nothing may be written. */
const tooPowerful = ([file, text]) => {
  const [, top] = /^permissions:(.*(?:\n[ ]+.*)*)/m.exec(text) ?? [];
  if (top === undefined) return [`${file} does not say what it may do`];
  return /write/.test(top) ? [`${file} may write in every job`] : [];
};

/**
 * The checks by their name at OpenSSF, each with the faults that it found.
 *
 * @param files the texts of the repository's files by path; a binary file's text does not matter
 */
export function scorecard(files) {
  const manifest = JSON.parse(files['package.json']);
  const workflows = matching(files, WORKFLOW);
  const has = (file) => (files[file] === undefined ? [`there is no ${file}`] : []);
  const some = (found, fault) => (found ? [] : [fault]);
  const tests = matching(files, /^test\/.+\.test\.ts$/);
  return {
    License: [...has('LICENSE'), ...some(manifest.license !== undefined, 'package.json names no license')],
    'Security-Policy': has('SECURITY.md'),
    'Binary-Artifacts': Object.keys(files).filter((file) => BINARY.test(file)),
    'Dangerous-Workflow': faultsIn(workflows, (line) =>
      UNTRUSTED.test(line) || /pull_request_target/.test(line) ? 'runs what a stranger wrote' : undefined,
    ),
    'Token-Permissions': Object.entries(workflows).flatMap(tooPowerful),
    'Pinned-Dependencies': [
      ...has('package-lock.json'),
      ...faultsIn(workflows, unpinnedAction),
      ...unpinnedPackages(manifest),
      ...faultsIn(matching(files, CONTAINER), (line) =>
        /^FROM\s+\S+:latest|^FROM\s+[^\s:@]+(?:\s|$)/.test(line) ? 'has no version' : undefined,
      ),
    ],
    'Dependency-Update-Tool': has('.github/dependabot.yml'),
    Fuzzing: some(
      Object.values(tests).some((text) => text.includes("from 'fast-check'")),
      'no test uses fast-check',
    ),
    'CI-Tests': some(
      Object.values(workflows).some((text) => text.includes('pull_request:')),
      'no workflow runs for pull requests',
    ),
    Packaging: some(
      Object.values(workflows).some((text) => /npm (?:stage )?publish/.test(text)),
      'no workflow publishes',
    ),
    'Signed-Releases': some(
      Object.values(workflows).some(
        (text) => text.includes('id-token: write') && text.includes('SHA256SUMS'),
      ),
      'releases have no provenance and checksums',
    ),
    SBOM: some(
      Object.values(workflows).some((text) => text.includes('sbom')),
      'releases have no bill of materials',
    ),
  };
}

/** The repository's files by path; a binary file has an empty text. */
export function repositoryFiles() {
  const names = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  return Object.fromEntries(
    names
      .filter((name) => name !== '')
      .map((name) => [name, BINARY.test(name) ? '' : readFileSync(name, 'utf8')]),
  );
}

if (process.argv[1] === import.meta.filename) {
  const checks = Object.entries(scorecard(repositoryFiles()));
  for (const [name, faults] of checks)
    console.log([`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}`, ...faults].join('\n       '));
  process.exitCode = checks.some(([, faults]) => faults.length > 0) ? 1 : 0;
}
