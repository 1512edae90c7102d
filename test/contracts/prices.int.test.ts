import { afterAll } from '@jest/globals';
import { harnesses } from '../support/harnesses.js';
import { dropBorrowed } from '../support/postgres.js';
import { priceArchiveContract } from './price-archive.contract.js';
import { priceStoreContract } from './price-store.contract.js';

afterAll(dropBorrowed);

harnesses.forEach(priceStoreContract);
harnesses.forEach(priceArchiveContract);
