/** The exports of '@jest/globals' for the test file that is running. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function provide(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
