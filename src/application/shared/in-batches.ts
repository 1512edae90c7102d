/** Groups items into arrays of `size`, the last one shorter. Reads no further than the consumer asks. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncIterable<readonly T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
