import { existsSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { provide } from './globals.js';

const require = createRequire(import.meta.url);
const GLOBALS = new URL('globals.js', import.meta.url).href;
const TRANSFORM = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const jest = { ...methodsOf(mocker), ...methodsOf(timers) };

/** Paths of the source maps of loaded modules, by the modules' URLs. */
const sourceMaps = new Map();
const loadedTests = new Set();
let transformer;

/** The pragma of a suite that shares no module with others. Its imports are loaded again, and so is the SDK, whose module has one VM. */
const OWN_MODULES = /^ \* @own-modules$/mu;
const isShared = (specifier) => !specifier.startsWith('.') && !specifier.startsWith('@stacks/clarinet-sdk');

const isOurs = (url) => url?.startsWith('file:') && !url.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, next) {
    const [, own] = context.parentURL?.split('?own=') ?? [];
    if (own !== undefined && !isShared(specifier)) {
      const { url, ...rest } = resolveOurs(specifier, context, next);
      delete require.cache[fileURLToPath(url)];
      return { ...rest, url: `${url}?own=${own}` };
    }
    return resolveOurs(specifier, context, next);
  },
  load(url, context, next) {
    const [file] = url.split('?');
    if (!isOurs(url) || !file.endsWith('.ts')) return next(url, context);
    const { code, sourceMapPath } = transformer.transform(fileURLToPath(file), TRANSFORM);
    if (sourceMapPath !== null) sourceMaps.set(url, sourceMapPath);
    return { format: 'module', source: code, shortCircuit: true };
  },
});

function resolveOurs(specifier, context, next) {
  if (!isOurs(context.parentURL)) return next(specifier, context);
  if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
  if (specifier.startsWith('.') && specifier.endsWith('.js')) {
    const source = new URL(specifier.replace(/\.js$/u, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

/**
 * Jest's runtime on Node's own loader. A worker loads each module once, for all of its test files. Changes that a test file makes to
 * the process (its environment, spies, timers) are undone after the file.
 */
export default class NativeRuntime {
  #environment = { ...process.env };

  constructor(_config, _environment, _resolver, ownTransformer) {
    transformer = ownTransformer;
  }

  /** Loads a module of jest-circus again, which keeps its state in its module: each test file gets its own. */
  requireInternalModule(path) {
    delete require.cache[path];
    globalThis[Symbol.for('EVENT_HANDLERS')] = undefined;
    return require(path);
  }

  requireModule = require;
  unstable_shouldLoadAsEsm = () => true;

  /** Evaluates a test file, and does so again if this process has run it before. */
  async unstable_importModule(path) {
    const { href } = pathToFileURL(path);
    const own = OWN_MODULES.test(readFileSync(path, 'utf8')) ? 'own=' : '';
    const query = own !== '' || loadedTests.has(href) ? `?${own}${loadedTests.size}` : '';
    loadedTests.add(href + query);
    await import(href + query);
  }

  setGlobalsForRuntime(globals) {
    provide({ ...globals, jest });
  }

  getSourceMaps = () => sourceMaps;
  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}

  teardown() {
    // @stacks/clarinet-sdk puts it there.
    delete BigInt.prototype.toJSON;
    timers.useRealTimers();
    mocker.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in this.#environment)) delete process.env[name];
    Object.assign(process.env, this.#environment);
  }
}

function methodsOf(object) {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(object));
  return Object.fromEntries(names.map((name) => [name, object[name].bind(object)]));
}
