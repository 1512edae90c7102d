import everything from '../jest.config.js';

/**
 * Rooms whose suites start no server, database, browser or chain, and need no build.
 *
 * @type {import('jest').Config}
 */
export default {
  ...everything,
  rootDir: '..',
  testMatch: ['<rootDir>/test/{domain,application,sdk}/**/*.test.ts'],
  testPathIgnorePatterns: ['\\.int\\.test\\.ts$'],
  globalSetup: undefined,
  globalTeardown: undefined,
};
