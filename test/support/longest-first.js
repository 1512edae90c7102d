import Sequencer from '@jest/test-sequencer';

/** Suites that take more than 40 seconds, longest first. In a clean clone, jest would sort by file size instead. */
const LONG = [
  'e2e/restore.int',
  'docs/tutorials',
  'contracts/storage',
  'page/orders.int',
  'page/swap.int',
  'e2e/subnets',
  'embed/entries',
  'page/swap-form.int',
  'e2e/brakes',
  'typeorm/database-home',
  'e2e/failover',
  'page/sending',
  'embed/program',
  'e2e/prices.int',
  'page/operator',
  'e2e/attack',
  'e2e/process',
  'page/steady',
  'e2e/restore-drill',
  'page/markets',
  'e2e/webhooks',
];

const rankOf = ({ path }) => {
  const rank = LONG.findIndex((name) => path.includes(name));
  if (rank !== -1) return rank;
  return path.includes('.int.test') ? LONG.length : LONG.length + 1;
};

/** Starts slow suites first, so that no worker runs one of them after the others have finished. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
