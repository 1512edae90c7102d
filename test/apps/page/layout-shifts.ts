import type { Page } from 'playwright-core';

/** Something that moved in the page without the visitor's doing. */
export interface Shift {
  /** Its part in the cumulative layout shift. */
  readonly value: number;
  /** What moved, as it begins. */
  readonly moved: readonly string[];
}

/** Runs in the page before its own scripts: notes what moves, and counts the runs of prices that the page receives. */
const WATCH = `{
  const shifts = (window.layoutShifts = []);
  const note = (entries) => {
    for (const { value, hadRecentInput, sources } of entries)
      if (!hadRecentInput)
        shifts.push({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 160) ?? node?.nodeName) });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.takeShifts = async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    note(observer.takeRecords());
    return shifts.splice(0);
  };

  window.priceRuns = 0;
  const plain = window.fetch;
  window.fetch = async (...call) => {
    const response = await plain(...call);
    if (!response.url.includes('/prices/stream')) return response;
    const decoder = new TextDecoder();
    const counted = new TransformStream({
      transform(chunk, controller) {
        window.priceRuns += decoder.decode(chunk, { stream: true }).split('event: prices').length - 1;
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
}`;

/** Watches the page from its next load. */
export const watchShifts = (page: Page): Promise<void> => page.addInitScript(WATCH).then(() => undefined);

/** Waits until the page has drawn what it knows. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate<void>(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );

/** What has moved since the last call, after the page has drawn what it knows. */
export const takeShifts = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate<readonly Shift[]>('takeShifts()');

export const shiftOf = (shifts: readonly Shift[]): number =>
  shifts.reduce((sum, { value }) => sum + value, 0);

/** How many runs of prices the page has received. */
export const priceRuns = (page: Page): Promise<number> => page.evaluate<number>('priceRuns');

/** Waits until the page has received so many runs of prices. */
export const untilPriceRuns = (page: Page, count: number): Promise<void> =>
  page.evaluate<void>(`new Promise((resolve) => {
    const look = () => (priceRuns >= ${count} ? resolve() : requestAnimationFrame(look));
    look();
  })`);
