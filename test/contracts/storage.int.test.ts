import { harnesses } from '../support/harnesses.js';
import { orderEventLogContract } from './order-event-log.contract.js';
import { orderRepositoryContract } from './order-repository.contract.js';
import { signedMessageLogContract } from './signed-message-log.contract.js';
import { swapRepositoryContract } from './swap-repository.contract.js';
import { unitOfWorkContract } from './unit-of-work.contract.js';

harnesses.forEach(orderRepositoryContract);
harnesses.forEach(orderEventLogContract);
harnesses.forEach(swapRepositoryContract);
harnesses.forEach(signedMessageLogContract);
harnesses.forEach(unitOfWorkContract);
