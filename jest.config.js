import './scripts/needed-node.mjs';

/**
 * What `npm test` leaves out unless a pattern names it: the program, the page, the devnet, the package and the documents as a whole. What
 * stays of them is an order's way from its signature to the chain, on each database and in a browser, the kills that may not send
 * it twice, and every clause of the interface.
 */
const LONG = [
  'test/e2e/(?!(swap|crash)\\.int)',
  'test/apps/page/(?!journey\\.int).*\\.int\\.test',
  'test/conformance/(?!sqlite)',
  'test/(apps/devnet|deploy|docs|embed)/.*\\.int\\.test',
];

/** Whether the command names what it runs, by a pattern of paths or of titles. */
const isNamed = process.argv.slice(2).some((argument) => !argument.startsWith('-'));

/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isNamed ? [] : LONG)],
  // A copy of the sources, while mutants are tried.
  modulePathIgnorePatterns: ['<rootDir>/build/mutation/'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  runtime: '<rootDir>/test/support/native/runtime.js',
  testEnvironment: '<rootDir>/test/support/native/environment.js',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testTimeout: 120_000,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  // Many suites wait for a block or for a page: one worker more than two cores keeps these busy. Two more only wait for each other.
  maxWorkers: 3,
};
