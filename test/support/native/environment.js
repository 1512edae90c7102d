/** An environment that is the worker's own process and globals. Jest would create a context for each test file. */
export default class Environment {
  global = globalThis;
  #exit = process.exit;

  setup() {}

  /** Removes the wrapper that jest puts around `process.exit` for each test file. */
  teardown() {
    process.exit = this.#exit;
  }

  getVmContext() {
    return null;
  }
}
