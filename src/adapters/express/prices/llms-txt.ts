import { plainText, preparedOperation } from '../operation/operation.js';
import { text } from '../operation/schema.js';
import type { PreparedResponses } from '../prepared-responses.js';

export interface LlmsParts {
  readonly prepared: PreparedResponses;
  /** The whole interface as text for language models. */
  readonly llmsText: () => string;
}

export const describeForModels = preparedOperation({
  id: 'describeForModels',
  path: '/llms.txt',
  summary: 'This text: every area in plain words',
  response: {
    description: 'The text.',
    schema: text('the text'),
    mediaType: 'text/plain',
    caching: 'public, max-age=3600',
  },
  curl: '"$BASE/prices/llms.txt"',
  prepare: async ({ llmsText }: LlmsParts) => ({ text: plainText(llmsText()), unchanging: true }),
});
