import Sequencer from '@jest/test-sequencer';

/** Slow suites in short files: in a clean clone, jest sorts by the length of the file. */
const LONG = [
  'test/conformance',
  'lagging-index',
  'restore.int',
  'brakes.int',
  'storage.int',
  'crash.int',
  'executor-faults',
  'prices.int',
  'page/swap',
  'page/orders',
  'page/steady',
  'page/outage',
];

const rankOf = ({ path }) => {
  if (LONG.some((name) => path.includes(name))) return 0;
  return path.includes('.int.test') ? 1 : 2;
};

/** Starts slow suites first, so that no worker runs one of them after the others have finished. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
