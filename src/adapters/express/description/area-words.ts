import type { Operation } from '../operation/declaration.js';
import type { AreaDescription } from '../operation/model.js';
import { once, wordsOperation } from '../operation/words-operation.js';
import { areaIndex, capitalised } from '../operation/area-index.js';
import { areaInBrief } from './brief.js';

/** The operations by which an area describes itself: the index of the others, and all of it in plain words. */
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
    summary: 'This area in plain words, for language models and for people',
    curl: `"$BASE${area.mount}/llms.txt"`,
    words,
  });
}
