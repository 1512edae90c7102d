import { afterAll, describe } from '@jest/globals';
import { orderQueriesContract } from './orders.contract.js';
import { priceQueriesContract } from './prices.contract.js';
import { stopReplica } from './storages.js';
import { streamQueriesContract } from './streams.contract.js';

afterAll(stopReplica);

describe('In memory, on SQLite, on Postgres and on its replica', () => {
  orderQueriesContract();
  priceQueriesContract();
  streamQueriesContract();
});
