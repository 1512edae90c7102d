import { afterAll } from '@jest/globals';
import { storageContract, type ContractName } from '../../src/testing/index.js';
import { harnesses } from '../support/harnesses.js';
import { dropBorrowed } from '../support/postgres.js';
import { orderQueriesContract } from './order-queries.contract.js';
import { planReaderContract } from './plan-reader.contract.js';

afterAll(dropBorrowed);

/** Prices have a file of their own, which runs beside this one. */
const PORTS: readonly ContractName[] = [
  'orders',
  'events',
  'feed',
  'ownerUsage',
  'swaps',
  'signedMessages',
  'apiKeys',
  'apiKeyActivity',
  'rates',
  'idempotency',
  'metadata',
  'sendingSwitch',
  'webhooks',
  'webhookDeliveries',
  'unitOfWork',
  'executionQueue',
];

harnesses.forEach((harness) => storageContract(harness, { ports: PORTS }));
harnesses.forEach(orderQueriesContract);
harnesses.forEach(planReaderContract);
