import Sequencer from '@jest/test-sequencer';

/** Suites that take long in a file that is short; what jest goes by in a clean clone is the length of the file. */
const LONG = ['storage.int', 'crash.int', 'executor-faults', 'prices.int'];

const rankOf = ({ path }) => {
  if (LONG.some((name) => path.includes(name))) return 0;
  return path.includes('.int.test') ? 1 : 2;
};

/** Starts long suites first, so that no worker is left with one of them while the others are done. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
