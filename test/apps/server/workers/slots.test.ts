import { describe, expect, it } from '@jest/globals';
import { slotsOf } from '../../../../src/apps/server/workers/slots.js';

describe('slotsOf', () => {
  it('divides the role api among workers, and gives all others to one more', () => {
    expect(slotsOf(['api', 'webhooks', 'executor'], 2)).toEqual([
      { name: 'api-1', roles: ['api'], isCaretaker: false },
      { name: 'api-2', roles: ['api'], isCaretaker: false },
      { name: 'background', roles: ['executor', 'webhooks'], isCaretaker: true },
    ]);
  });

  it('makes the first worker the caretaker if there is no other role', () => {
    expect(slotsOf(['api'], 2).map(({ name, isCaretaker }) => [name, isCaretaker])).toEqual([
      ['api-1', true],
      ['api-2', false],
    ]);
  });
});
