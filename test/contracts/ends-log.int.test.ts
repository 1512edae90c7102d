import { endsLogContract } from '../../src/testing/index.js';
import { endsLogHarnesses } from '../support/ends-logs.js';

endsLogHarnesses.forEach(endsLogContract);
