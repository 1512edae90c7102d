import Sequencer from '@jest/test-sequencer';

/** Suites that take more than 40 seconds, longest first. In a clean clone, jest would sort by file size instead. */
const LONG = [
  'docs/tutorials',
  'e2e/restore.int',
  'contracts/storage',
  'page/orders.int',
  'e2e/subnets',
  'e2e/ends-log',
  'page/swap.int',
  'e2e/histories',
  'e2e/requests',
  'embed/entries',
  'e2e/brakes',
  'e2e/failover',
  'mainnet-dress.int',
  'page/swap-form.int',
  'e2e/restore-drill',
  'typeorm/database-home',
  'page/sending',
  'conformance/postgres',
  'embed/program',
  'e2e/attack',
  'page/operator',
  'page/steady',
  'e2e/registry-rehearsal',
  'e2e/every-kind',
  'contracts/queries',
  'e2e/webhooks',
  'devnet/snapshots',
  'page/markets',
  'e2e/prices.int',
  'e2e/process',
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
