import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';

/** Shows how far a task has come. */
export interface Progress {
  /** Shows `done` of `total`, in any unit, with a note. */
  update(done: number, total: number, note: string): void;
  /** Ends the display; the last state stays visible. */
  end(): void;
}

/** A progress bar on a terminal; elsewhere a line for every tenth. */
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
  let shown = 0;
  return {
    update: (done, total, note) => {
      const tenths = total === 0 ? 10 : Math.floor((10 * done) / total);
      if (tenths <= shown) return;
      shown = tenths;
      stream.write(`${10 * tenths}% ${note}\n`);
    },
    end: () => undefined,
  };
}
