import { tagOf } from './caching.js';
import type { Operation } from './declaration.js';
import type { OperationDescription } from '../schema/model.js';
import { operation, SENT } from './operation.js';
import { text } from '../schema/schema.js';

interface WordsDeclaration<Parts> extends Pick<OperationDescription, 'id' | 'path' | 'summary' | 'curl'> {
  /** Returns the text, the same at each call. */
  readonly words: (parts: Parts) => string;
}

export const wordsOperation = <Parts>({ words, ...declared }: WordsDeclaration<Parts>): Operation<Parts> =>
  operation({
    ...declared,
    response: {
      description: 'The text, for everything that this process serves.',
      schema: text('the text'),
      mediaType: 'text/plain',
      caching: 'public, max-age=3600',
      tagged: true,
    },
    origins: () => '*',
    handle: (parts: Parts, { res }) => {
      const sent = words(parts);
      res.set('ETag', tagOf(sent)).type('text/plain').send(sent);
      return SENT;
    },
  });

/** The function's result, computed once. */
export function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
