import Sequencer from '@jest/test-sequencer';

/** Suites that take longest beside others on two cores, longest first. In a clean clone, jest would sort by file size instead. */
const LONG = [
  'contracts/queries',
  'e2e/prices.int',
  'e2e/process',
  'page/markets',
  'docs/tutorials',
  'devnet/snapshots',
  'devnet/fork',
  'e2e/restore.int',
  'page/keys.int',
  'e2e/own-bounds',
  'e2e/attack',
  'e2e/every-kind',
  'e2e/spent-elsewhere',
  'typeorm/database-home',
  'typeorm/own-database',
  'conformance/postgres',
  'page/docs-view',
  'e2e/requests',
  'e2e/registry-rehearsal',
  'typeorm/order-search',
  'page/steady',
  'page/orders.int',
  'page/swap.int',
  'contracts/storage',
  'e2e/webhooks',
  'e2e/fleet',
  'e2e/histories',
  'e2e/subnets',
  'embed/entries',
  'e2e/program',
  'page/operator',
  'page/sending',
  'embed/program',
  'page/swap-form.int',
  'e2e/prices-commands',
  'e2e/failover',
  'e2e/brakes',
  'mainnet-dress.int',
  'e2e/restore-drill',
  'e2e/ends-log',
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
