import { describe, expect, it } from '@jest/globals';
import { repositoryFiles, scorecard } from '../../../scripts/release/scorecard.mjs';

const CI = '.github/workflows/ci.yml';
const FILES = {
  'package.json': JSON.stringify({ license: 'MIT', dependencies: { express: '5.2.1' } }),
  'package-lock.json': '{}',
  LICENSE: 'MIT',
  'SECURITY.md': 'Report it.',
  '.github/dependabot.yml': 'version: 2',
  'test/a.test.ts': "import fc from 'fast-check';",
  [CI]: 'on:\n  pull_request:\npermissions:\n  contents: read\njobs: {}\n',
  '.github/workflows/release.yml':
    'permissions: {}\njobs:\n  npm:\n    permissions:\n      id-token: write\n    steps:\n      - run: npm stage publish sbom SHA256SUMS\n',
};
const faultsOf = (changes: Readonly<Record<string, string>>) =>
  Object.entries(scorecard({ ...FILES, ...changes })).flatMap(([name, faults]) =>
    faults.map((fault) => `${name}: ${fault}`),
  );

describe('the checks of a repository', () => {
  it('find nothing in a good one', () => {
    expect(faultsOf({})).toEqual([]);
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['Binary-Artifacts: lib/a.node', { 'lib/a.node': '' }],
    [`Token-Permissions: ${CI} does not say what it may do`, { [CI]: 'on:\n  pull_request:\n' }],
    [
      `Token-Permissions: ${CI} may write in every job`,
      { [CI]: 'on:\n  pull_request:\npermissions: write-all\n' },
    ],
    [
      `Pinned-Dependencies: ${CI}:4 actions/checkout@v5 is not pinned by its commit`,
      { [CI]: 'on:\n  pull_request:\npermissions: {}\n      - uses: actions/checkout@v5\n' },
    ],
    [
      'Pinned-Dependencies: package.json: express is ^5.2.1, no exact version',
      { 'package.json': JSON.stringify({ license: 'MIT', dependencies: { express: '^5.2.1' } }) },
    ],
    [
      'Pinned-Dependencies: deploy/Containerfile:1 has no version',
      { 'deploy/Containerfile': 'FROM node AS build' },
    ],
    [
      `Dangerous-Workflow: ${CI}:3 runs what a stranger wrote`,
      { [CI]: 'on:\n  pull_request:\n  pull_request_target:\npermissions: {}\n' },
    ],
    [
      `Dangerous-Workflow: ${CI}:4 runs what a stranger wrote`,
      { [CI]: 'on:\n  pull_request:\npermissions: {}\n  - run: echo ${{ github.event.issue.title }}\n' },
    ],
    ['Fuzzing: no test uses fast-check', { 'test/a.test.ts': '' }],
  ])('find %s', (fault, changes) => {
    expect(faultsOf(changes)).toEqual([fault]);
  });

  it('find nothing in this one', () => {
    expect(Object.values(scorecard(repositoryFiles())).flat()).toEqual([]);
  });
});
