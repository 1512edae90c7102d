import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStorage, type Storage } from '../../../src/adapters/typeorm/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { coreHarness, DOLLAR, signedInput, WELSH } from '../../support/core-harness.js';
import { DATABASES } from '../../support/databases.js';
import { evaluationOf, pass, recordPrices, whenAbove, whenBelow } from '../../support/executor-steps.js';
import { orderOf } from '../../support/order-steps.js';
import { signTerms } from '../../support/signing.js';
import { amend, amendment } from '../../support/later-terms.js';

describe.each(DATABASES)('an amended order on $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let storage: Storage;

  beforeEach(async () => {
    database = await create();
    storage = await openStorage(database.url);
  });

  afterEach(async () => {
    await storage.close();
    await database.remove();
  });

  it('waits for its new price and no longer for its old one, and is found by its new terms', async () => {
    const harness = coreHarness({ storage: storage.ports });
    const input = signedInput({ fields: whenAbove(WELSH, '2') });
    unwrap(await harness.core.orders.placeJson({ ...input, termsSignature: signTerms(input) }));
    unwrap(await amend(harness, amendment(1, whenBelow(DOLLAR, '0.9'))));
    await recordPrices(harness, { [WELSH]: 3, [DOLLAR]: 1 });
    await pass(harness);
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'waiting-price', ratio: '1' });
    await recordPrices(harness, { [WELSH]: 1, [DOLLAR]: 0.8 });
    await pass(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted', terms: { revision: 1 } });
  });
});
