/** A response whose body is longer than its reader allows. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}

/**
 * The body of a response as text, read only up to `maxBytes`: a server that never ends its response must not fill the memory.
 *
 * @throws BodyTooLong beyond `maxBytes`; the rest is not read.
 *
 * @example const text = await boundedText(await fetch('https://example.org/list'), 1_000_000);
 */
export async function boundedText({ body }: Pick<Response, 'body'>, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // It no longer matters whether the stream ends properly.
      void reader.cancel().catch(() => undefined);
      throw new BodyTooLong(`the response is longer than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
