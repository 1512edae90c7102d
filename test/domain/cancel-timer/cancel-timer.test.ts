import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  advance,
  CLOCK_TOLERANCE_MS,
  finish,
  parseSeconds,
  renew,
  type CancelTimer,
} from '../../../src/domain/cancel-timer/cancel-timer.js';
import { AN_OWNER, at } from '../../support/builders.js';

const NEW: CancelTimer = { scope: { owner: AN_OWNER } };

describe('parseSeconds', () => {
  it.each([0, 5, 86_400])('accepts %j', (seconds) => {
    expect(parseSeconds(seconds)).toEqual({ ok: true, value: seconds });
  });

  it.each([4, -5, 86_401, 5.5, '60', null, undefined, NaN])('refuses %j', (seconds) => {
    expect(parseSeconds(seconds).ok).toBe(false);
  });
});

describe('a timer', () => {
  it('fires at its time and not before, and its orders are those placed until then', () => {
    const timer = renew(NEW, 60, at(0));
    expect(advance(timer, at(59_999))).toBe(timer);
    expect(advance(timer, at(60_000))).toEqual({ ...NEW, fired: { at: at(60_000), isEnding: true } });
  });

  it('begins again with each renewal', () => {
    const timer = renew(renew(NEW, 60, at(0)), 10, at(55_000));
    expect(timer.armed).toEqual({ seconds: 10, since: at(55_000), firesAt: at(65_000) });
  });

  it('is disarmed by 0, and keeps when it last fired', () => {
    const fired = finish(advance(renew(NEW, 5, at(0)), at(6_000)));
    expect(renew(renew(fired, 5, at(7_000)), 0, at(8_000))).toEqual({
      ...NEW,
      fired: { at: at(6_000), isEnding: false },
    });
  });

  it.each([0, 30])('fires although a call with %d seconds comes after its time', (seconds) => {
    const timer = renew(renew(NEW, 60, at(0)), seconds, at(60_000));
    expect(timer.fired).toEqual({ at: at(60_000), isEnding: true });
    expect(timer.armed?.firesAt).toEqual(seconds === 0 ? undefined : at(90_000));
  });

  it('fires later than before while it ends orders, although the clock of the process that fires it is behind', () => {
    const fired = advance(renew(NEW, 5, at(0)), at(20_000));
    const again = advance(renew(fired, 5, at(12_000)), at(17_000));
    expect(again.fired).toEqual({ at: at(20_001), isEnding: true });
    const finished = advance(renew(finish(fired), 5, at(12_000)), at(17_000));
    expect(finished.fired).toEqual({ at: at(17_000), isEnding: true });
  });

  it('begins again if the clock is set back to before its renewal, so that it is late by less than its time', () => {
    const timer = renew(NEW, 60, at(3_600_000));
    expect(advance(timer, at(3_600_000 - CLOCK_TOLERANCE_MS))).toBe(timer);
    expect(advance(timer, at(0)).armed).toEqual({ seconds: 60, since: at(0), firesAt: at(60_000) });
  });

  it('for any renewals in time never fires, and fires once after the last', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 59_999 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(pauses, (waits) => {
        let timer = renew(NEW, 60, at(0));
        let now = 0;
        for (const wait of waits) {
          now += wait;
          timer = renew(advance(timer, at(now)), 60, at(now));
        }
        expect(timer.fired).toBeUndefined();
        const fired = advance(timer, at(now + 60_000));
        expect(fired.fired?.at).toEqual(at(now + 60_000));
        expect(advance(fired, at(now + 999_999))).toBe(fired);
      }),
    );
  });
});
