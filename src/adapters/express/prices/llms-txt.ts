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
  method: 'get',
  path: '/llms.txt',
  summary: 'This text: every area in plain words',
  access: ['anyone'],
  responses: [
    {
      status: 200,
      description: 'The text.',
      schema: text('the text'),
      mediaType: 'text/plain',
      caching: 'public, max-age=3600',
    },
  ],
  curl: '"$BASE/prices/llms.txt"',
  prepare:
    ({ llmsText }: LlmsParts) =>
    async () => ({ text: plainText(llmsText()), unchanging: true }),
});
