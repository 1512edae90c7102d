import { harnesses } from '../support/harnesses.js';
import { orderRepositoryContract } from './order-repository.contract.js';

harnesses.forEach(orderRepositoryContract);
