import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';

/** How far something is. */
export interface Progress {
  /** `done` of `total`, in whatever unit, with a word on what came of it. */
  update(done: number, total: number, note: string): void;
  /** Leaves the last state standing. */
  end(): void;
}

/** A bar where somebody watches; elsewhere a line at each tenth of the way. */
export function showProgress(stream: Writable & { readonly isTTY?: boolean }): Progress {
  return stream.isTTY === true ? bar(stream) : lines(stream);
}

function bar(stream: Writable): Progress {
  const shown = new SingleBar(
    { stream: stream, format: '{bar} {percentage}% {note}', hideCursor: null },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update: (done, total, note) => {
      if (!isStarted) shown.start(total, done, { note });
      else shown.update(done, { note });
      isStarted = true;
    },
    end: () => shown.stop(),
  };
}

function lines(stream: Writable): Progress {
  let told = 0;
  return {
    update: (done, total, note) => {
      const tenths = total === 0 ? 10 : Math.floor((10 * done) / total);
      if (tenths <= told) return;
      told = tenths;
      stream.write(`${10 * tenths}% ${note}\n`);
    },
    end: () => undefined,
  };
}
