import { harnesses } from '../support/harnesses.js';
import { priceArchiveContract } from './price-archive.contract.js';
import { priceStoreContract } from './price-store.contract.js';

harnesses.forEach(priceStoreContract);
harnesses.forEach(priceArchiveContract);
