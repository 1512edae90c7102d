import fc from 'fast-check';

/** Share of a property's runs that are made. `npm run test:properties` makes all of them. */
const SHARE = Number(process.env['PROPERTY_SHARE'] ?? 0.2);

/** Number of runs to make of a property that needs `all` runs as proof. */
export const runs = (all: number): number => Math.ceil(all * SHARE);

/** Any character of Unicode. fast-check's unit `binary` would be the same, but takes a second to create. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
