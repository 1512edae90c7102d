import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { readConfig } from 'jest-config';
import JestRunner from 'jest-runner';
import SharedEnvironment from '../support/native/environment.js';

/** Stryker's variables, which the instrumented sources read. */
const stryker = (globalThis.__stryker__ ??= {});
const { perTest } = (stryker.mutantCoverage ??= { static: {}, perTest: {} });
const NO_TEST = '(?!)';
const CORE = 'src/domain/**/*.ts';

let isLoaded = false;

/** The environment of test files, which notes what runs: a test, or the rest of its file. */
export default class Environment extends SharedEnvironment {
  #file;

  constructor(_config, { testPath }) {
    super();
    this.#file = path.relative('', testPath);
  }

  /** Loads the core before any test does: what runs meanwhile is static. */
  async setup() {
    if (!isLoaded) await Promise.all(globSync(CORE).map((file) => import(pathToFileURL(file))));
    isLoaded = true;
    stryker.currentTestId = this.#file;
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_start') stryker.currentTestId = idOf(this.#file, titleOf(test));
    if (name === 'test_done') stryker.currentTestId = this.#file;
  }
}

const idOf = (file, title) => `${file}: ${title}`;

/** The title as jest's results have it, without that of the root. */
function titleOf({ name, parent }) {
  return parent?.parent === undefined ? name : `${titleOf(parent)} ${name}`;
}

/**
 * Stryker's runner on jest's own, in one process that loads a module once (ADR 70), so most mutants cost the time of their tests.
 * A mutant of what runs while modules load needs a new process, which Stryker starts for it.
 */
class NativeTestRunner {
  static inject = [];
  #config;
  #files;
  #isWarm = false;

  capabilities() {
    return { reloadEnvironment: false };
  }

  async init() {
    // A random seed would kill a mutant in one run and not in the next; no one reads the smallest counterexample.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1, endOnFailure: true });
    const { globalConfig, projectConfig } = await readConfig(
      { config: 'test/unit.config.js' },
      process.cwd(),
    );
    this.#config = {
      globalConfig,
      projectConfig: { ...projectConfig, testEnvironment: import.meta.filename },
    };
    this.#files = globSync('test/{domain,application/quotes,application/vaults}/**/*.test.ts');
  }

  async dryRun() {
    await this.#warmUp();
    for (const file of Object.keys(perTest)) delete perTest[file];
    const tests = await this.#run(this.#files);
    const broken = tests.find(({ name }) => name === undefined);
    if (broken !== undefined) return { status: 'error', errorMessage: broken.failureMessage };
    for (const file of this.#files) {
      for (const { id, fileName } of tests) {
        if (fileName !== path.resolve(file)) continue;
        perTest[id] ??= {};
        for (const [mutant, hits] of Object.entries(perTest[file] ?? {})) perTest[id][mutant] ??= hits;
      }
      delete perTest[file];
    }
    return { status: 'complete', tests, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail, mutantActivation }) {
    if (mutantActivation === 'runtime') await this.#warmUp();
    Object.assign(stryker, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const tests = await this.#run(this.#filesFor(activeMutant, testFilter), testFilter, !disableBail);
    stryker.activeMutant = undefined;
    if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'a loop does not end' };
    const failed = tests.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return { status: 'survived', nrOfTests: tests.length };
    const killedBy = failed.map(({ id }) => id);
    return { status: 'killed', killedBy, failureMessage: failed[0].failureMessage, nrOfTests: tests.length };
  }

  /** Loads what test files import, also from test/support, while no mutant is active. */
  async #warmUp() {
    if (!this.#isWarm) await this.#run(this.#files, [NO_TEST]);
    this.#isWarm = true;
  }

  /** The files of the given tests, or all: those that stand closest to the mutant first. */
  #filesFor({ fileName }, ids) {
    const chosen = ids && new Set(ids.map((id) => id.slice(0, id.indexOf(': '))));
    const words = new Set(path.relative('', fileName).split(/[/.]/u));
    const nearness = (file) => file.split(/[/.]/u).filter((word) => words.has(word)).length;
    return this.#files.filter((file) => chosen?.has(file) ?? true).sort((a, b) => nearness(b) - nearness(a));
  }

  /** The results of the files' tests, or of those with the given ids, up to the first file that fails if it bails. */
  async #run(files, ids, bails = false) {
    const results = [];
    const escaped = ids?.map((id) => (id === NO_TEST ? id : escape(id.slice(id.indexOf(': ') + 2))));
    const testNamePattern = escaped && `^(${escaped.join('|')})$`;
    const runner = new JestRunner({ ...this.#config.globalConfig, testNamePattern }, {});
    runner.on('test-file-success', ([{ path: file }, { testResults, testExecError }]) => {
      if (testExecError) results.push(failedFile(file, testExecError.message));
      for (const result of testResults) if (RAN.has(result.status)) results.push(resultOf(file, result));
    });
    runner.on('test-file-failure', ([{ path: file }, error]) => {
      results.push(failedFile(file, String(error.stack ?? error)));
    });
    const context = { config: this.#config.projectConfig };
    for (const file of files) {
      await runner.runTests(
        [{ path: path.resolve(file), context }],
        { isInterrupted: () => false },
        { serial: true },
      );
      if (bails && results.some(({ status }) => status === 'failed')) break;
    }
    return results;
  }
}

const RAN = new Set(['passed', 'failed']);
const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const resultOf = (file, { fullName, status, duration, failureMessages }) => ({
  id: idOf(path.relative('', file), fullName),
  name: fullName,
  fileName: file,
  timeSpentMs: duration ?? 0,
  ...(status === 'passed' ? { status: 'success' } : { status, failureMessage: failureMessages.join('\n') }),
});

const failedFile = (file, failureMessage) => ({
  id: path.relative('', file),
  fileName: file,
  timeSpentMs: 0,
  status: 'failed',
  failureMessage,
});

export const strykerPlugins = [{ kind: 'TestRunner', name: 'native', injectableClass: NativeTestRunner }];
