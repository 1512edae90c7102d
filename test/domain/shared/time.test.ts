import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isPending, parseTime } from '../../../src/domain/shared/time.js';

const timeOf = (raw: unknown) => {
  const time = parseTime(raw);
  return time.ok ? time.value.toISOString() : undefined;
};

describe('isPending', () => {
  it.each([
    ['lasts until its end', 1_000, 999, true],
    ['is over at its end', 1_000, 1_000, false],
    ['lasts from its beginning', 1_000, 500, true],
    ['is over when the clock was set back to before its beginning', 1_000, 499, false],
  ])('a pause of 500 ms %s', (_, until, now, expected) => {
    expect(isPending(until, now, 500)).toBe(expected);
  });
});

describe('parseTime', () => {
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T12:00Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:00', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:00:00.5', '2026-11-20T12:00:00.500Z'],
    ['2026-11-20T12:00:59Z', '2026-11-20T12:00:59.000Z'],
    ['2026-11-20T12:00:00.5Z', '2026-11-20T12:00:00.500Z'],
    ['2026-11-20T12:00:00.123456789Z', '2026-11-20T12:00:00.123Z'],
    ['2026-11-20T12:00:00+00:00', '2026-11-20T12:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-11-20T24:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['2000-01-01', '2000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s', (raw, iso) => {
    expect(timeOf(raw)).toBe(iso);
  });

  it.each([
    ['into the day before', '2026-11-20T00:30:00+01:00', '2026-11-19T23:30:00.000Z'],
    ['into the day after', '2026-11-20T23:30:00-01:00', '2026-11-21T00:30:00.000Z'],
    ['into the month before', '2026-12-01T05:00:00+05:30', '2026-11-30T23:30:00.000Z'],
    ['into the month after', '2026-11-30T23:00:00-12:00', '2026-12-01T11:00:00.000Z'],
    ['into the year after', '2026-12-31T23:59:59-00:01', '2027-01-01T00:00:59.000Z'],
    ['over 29 February', '2028-03-01T00:00:00+00:01', '2028-02-29T23:59:00.000Z'],
  ])('applies an offset that leads %s', (_, raw, iso) => {
    expect(timeOf(raw)).toBe(iso);
  });

  it.each([
    '2026-02-30',
    '2026-02-29',
    '2100-02-29',
    '2026-04-31T00:00:00Z',
    '2026-02-30T23:30:00-01:00',
    '2026-02-30T00:30:00+01:00',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-32',
    '2026-11-20T24:00:01Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T12:60:00Z',
    '2026-11-20T12:00:60Z',
    '2026-11-20T12:00:00+24:00',
    '2026-11-20T12:00:00+01:60',
  ])('refuses %s, which is not on the calendar', (raw) => {
    expect(timeOf(raw)).toBeUndefined();
  });

  it.each([
    ['an hour alone', '2026-11-20T12Z'],
    ['a date with a zone', '2026-11-20Z'],
    ['a space between', '2026-11-20 12:00:00Z'],
    ['lower case', '2026-11-20t12:00:00z'],
    ['an offset without colon', '2026-11-20T12:00:00+0100'],
    ['a month alone', '2026-11'],
    ['a week', '2026-W47-5'],
    ['a short year', '26-11-20'],
    ['a long year', '+002026-11-20T12:00:00Z'],
    ['English', '20 November 2026'],
    ['a line end', '2026-11-20\n'],
    ['nothing', ''],
    ['Unix seconds', 1_795_176_000],
    ['Unix seconds as text', '1795176000'],
    ['null', null],
    ['a Date', new Date(0)],
  ])('refuses %s', (_, raw) => {
    expect(timeOf(raw)).toBeUndefined();
  });

  it('refuses years before 2000 and times that an offset moves out of range', () => {
    expect(timeOf('1999-12-31')).toBeUndefined();
    expect(timeOf('0026-11-20')).toBeUndefined();
    expect(timeOf('2000-01-01T00:30:00+01:00')).toBeUndefined();
    expect(timeOf('9999-12-31T23:59:59-00:01')).toBeUndefined();
  });

  it('reads any ISO time in any zone', () => {
    const range = { min: new Date('2000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), fc.integer({ min: -1439, max: 1439 }), (time, offsetMinutes) => {
        const local = new Date(time.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
        const minutes = Math.abs(offsetMinutes);
        const two = (n: number) => n.toString().padStart(2, '0');
        const zone = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
        expect(timeOf(local + zone)).toBe(time.toISOString());
      }),
    );
  });
});
