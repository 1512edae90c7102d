import { afterAll } from '@jest/globals';
import { storageContract } from '../../src/testing/index.js';
import { harnesses } from '../support/harnesses.js';
import { dropBorrowed } from '../support/postgres.js';

afterAll(dropBorrowed);

harnesses.forEach((harness) => storageContract(harness, { ports: ['prices', 'priceArchive'] }));
