/** The value below which `share` (0 to 1) of the samples lie. Sorts the samples in place. */
export function percentile(samples: Float64Array | number[], share: number): number {
  if (samples instanceof Float64Array) samples.sort();
  else samples.sort((a, b) => a - b);
  return samples[Math.min(samples.length - 1, Math.floor(samples.length * share))]!;
}

export interface Timing {
  readonly medianUs: number;
  readonly p99Us: number;
  readonly samples: number;
}

/** Times each call separately, in microseconds. Results go to `sink`, so that no call is optimised away. */
export function timeEach<T>(inputs: readonly T[], call: (input: T) => unknown, sink: unknown[]): Timing {
  const times = new Float64Array(inputs.length);
  let result: unknown;
  inputs.forEach((input, i) => {
    const start = performance.now();
    result = call(input);
    times[i] = (performance.now() - start) * 1000;
  });
  sink[0] = result;
  return { medianUs: percentile(times, 0.5), p99Us: percentile(times, 0.99), samples: inputs.length };
}
