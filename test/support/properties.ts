import fc from 'fast-check';

/** Share of the runs that properties make; `npm run test:properties` makes all of them. */
const SHARE = Number(process.env['PROPERTY_SHARE'] ?? 0.2);

/** Runs of a property that is proven by `all` of them. */
export const runs = (all: number): number => Math.ceil(all * SHARE);

/** Any character of Unicode. The unit `binary` of fast-check is the same, and takes a second to make. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
