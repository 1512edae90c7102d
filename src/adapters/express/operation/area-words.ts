import type { Operation } from './declaration.js';
import type { AreaDescription } from '../schema/model.js';
import { once, wordsOperation } from './words-operation.js';
import { areaIndex, capitalised } from './area-index.js';
import { areaInBrief } from '../description/brief.js';

/** The operations by which an area describes itself: the index, and the full description in plain words. */
export function describingOperations(
  area: AreaDescription,
): Readonly<Record<'index' | 'words', Operation<unknown>>> {
  const words = areaWords(area);
  return { words, index: areaIndex({ ...area, operations: [...area.operations, words] }) };
}

function areaWords(area: AreaDescription): Operation<unknown> {
  const words = once(() => areaInBrief(area));
  return wordsOperation({
    id: `describe${capitalised(area.name)}`,
    path: '/llms.txt',
    summary: 'Description of the area in plain words, for language models and people',
    curl: `"$BASE${area.mount}/llms.txt"`,
    words,
  });
}
