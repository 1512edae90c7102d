import { afterAll } from '@jest/globals';
import { storageContract, type ContractName } from '../../src/testing/index.js';
import { STORAGE_NAMES } from '../../src/ports/port-names.js';
import { harnesses } from '../support/harnesses.js';
import { dropBorrowed } from '../support/postgres.js';
import { planReaderContract } from './plan-reader.contract.js';

afterAll(dropBorrowed);

/** Prices have a file of their own, which runs beside this one. */
const PORTS: readonly ContractName[] = STORAGE_NAMES.filter(
  (name) => name !== 'plans' && name !== 'prices' && name !== 'priceArchive',
);

harnesses.forEach((harness) => storageContract(harness, { ports: PORTS }));
harnesses.forEach(planReaderContract);
