/** The worker's own process and globals, where jest would make a context for each test file. */
export default class Environment {
  global = globalThis;
  #exit = process.exit;

  setup() {}

  /** Takes back the wrapper that jest puts around `process.exit` for each test file. */
  teardown() {
    process.exit = this.#exit;
  }

  getVmContext() {
    return null;
  }
}
