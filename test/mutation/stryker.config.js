/**
 * Mutants of the money core, each tried by the unit tests that reach it. `npm run test:mutation` tries all of them;
 * `npm run test:mutation -- --mutate 'src/domain/vault/*.ts'` those of some files.
 *
 * @type {import('@stryker-mutator/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'native',
  plugins: ['./test/mutation/runner.js', './test/mutation/survivors.js'],
  reporters: ['progress-append-only', 'json', 'html', 'survivors'],
  mutate: [
    'src/domain/order/{lifecycle,conditions,evaluation,limits,terms}/*.ts',
    // A list of words.
    '!src/domain/order/terms/misnamed.ts',
    'src/domain/order/{order,swap-transaction}.ts',
    'src/domain/vault/*.ts',
    'src/domain/router/**/*.ts',
  ],
  coverageAnalysis: 'perTest',
  ignorePatterns: [
    '**',
    '!src/**',
    '!test/**',
    'test/mutation/**',
    '!jest.config.js',
    '!.swcrc',
    '!scripts/needed-node.mjs',
    '!package.json',
  ],
  tempDirName: 'build/mutation/sandbox',
  cleanTempDir: 'always',
  // Packages are found above the sandbox.
  symlinkNodeModules: false,
  jsonReporter: { fileName: 'build/mutation/report.json' },
  htmlReporter: { fileName: 'build/mutation/report.html' },
  incrementalFile: 'build/mutation/incremental.json',
  // Each run evaluates its test files again, and Node keeps every module that it has evaluated.
  maxTestRunnerReuse: 200,
  timeoutMS: 5_000,
  concurrency: 2,
  thresholds: { high: 95, low: 90, break: 85 },
};
