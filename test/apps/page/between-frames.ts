import type { Page } from 'playwright-core';

/** Runs the script in the page, which meanwhile draws a frame only when the script calls `drawFrame()`, as on a busy device. */
export const betweenFrames = <T>(page: Page, script: string): Promise<T> =>
  page.evaluate<T>(`(async () => {
    const { requestAnimationFrame } = window;
    const waiting = [];
    const drawFrame = () => waiting.splice(0).forEach((draw) => draw(performance.now()));
    window.requestAnimationFrame = (draw) => waiting.push(draw);
    try {
      ${script}
    } finally {
      window.requestAnimationFrame = requestAnimationFrame;
      drawFrame();
    }
  })()`);
