import type { AreaDescription } from '../schema/model.js';
import { describingOperations } from '../operation/area-words.js';
import { LEGACY } from '../legacy/area.js';
import { METADATA } from '../metadata/area.js';
import { OPERATOR } from '../operator/area.js';
import { PRICES } from '../prices/area.js';
import { ROOT } from '../root/area.js';
import { SWAP } from '../swap/area.js';
import { VAULTS } from '../vaults/area.js';

/** Every area of the program, with its index and its description in words. */
export const DESCRIPTIONS: readonly AreaDescription[] = [
  ROOT,
  ...[SWAP, PRICES, LEGACY, METADATA, VAULTS, OPERATOR].map((area) => {
    const { index, words } = describingOperations(area);
    return { ...area, operations: [index, ...area.operations, words] };
  }),
];

/**
 * The descriptions of the areas with these names, and of the process's own paths. Unknown names are ignored.
 *
 * @example describeAreas(['swap', 'prices']).map(({ title }) => title);
 */
export const describeAreas = (names: readonly string[]): readonly AreaDescription[] =>
  DESCRIPTIONS.filter((area) => area === ROOT || names.includes(area.name));
