import { afterAll } from '@jest/globals';
import { dropBorrowed } from '../../support/postgres.js';
import { orderQueriesContract } from './orders.contract.js';
import { priceQueriesContract } from './prices.contract.js';
import { queried, stopReplica } from './storages.js';
import { streamQueriesContract } from './streams.contract.js';

afterAll(dropBorrowed);
afterAll(stopReplica);

queried.forEach(orderQueriesContract);
queried.forEach(priceQueriesContract);
queried.forEach(streamQueriesContract);
