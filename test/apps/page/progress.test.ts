import { describe, expect, it } from '@jest/globals';
import { stepsOf } from '../../../src/apps/page/swap/model/progress.js';

describe('the progress of an order', () => {
  it('shows the wait of an order by design as a step that is being done', () => {
    const names = (reason: string) =>
      stepsOf({ status: 'open', evaluation: { reason } as never }).map(({ name, isReached, isCurrent }) =>
        isCurrent ? `[${name}]` : isReached ? `${name}.` : name,
      );
    expect(names('waiting-price')).toEqual(['Placed.', '[Waiting]', 'Sent', 'Confirmed']);
    expect(names('insufficient-balance')).toEqual(['[Placed]', 'Sent', 'Confirmed']);
    expect(stepsOf({ status: 'cancelled' }).map(({ name }) => name)).toEqual(['Placed', 'Cancelled']);
    expect(stepsOf({ status: 'confirmed' }).some(({ isCurrent }) => isCurrent)).toBe(false);
  });
});
