import type { Page } from 'playwright-core';
import { percentile } from './stats.js';

/** What the browser's own trace says of a page while it scrolls or draws. */
export interface FrameFigures {
  /** Frames that were shown. */
  readonly drawn: number;
  /** Of these, frames that show an earlier state of the page: its main thread was late. */
  readonly behind: number;
  /** Frames in which something was to be shown and nothing was. */
  readonly dropped: number;
  /** Milliseconds between the frames that were shown. */
  readonly intervalsMs: readonly number[];
  /** The longest task of the page's main thread. */
  readonly longestTaskMs: number;
  /** Processor time of the task that took most of it: other load on the machine does not lengthen it. */
  readonly longestTaskCpuMs: number;
}

/** The part of an event that is read. Times are microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Of `dur`, what the thread was running. */
  readonly tdur?: number;
  readonly id2?: { readonly local: string };
  readonly args: {
    readonly frame_reporter?: FrameReport;
    readonly name?: string;
    readonly data?: { readonly frames?: readonly { readonly processId: number }[] };
  };
}

/** One of the reports on a frame: the compositor and the main thread may each have one. */
interface FrameReport {
  readonly frame_source: number;
  readonly frame_sequence: number;
  readonly scroll_state: string;
  readonly state: string;
}

const TIMELINE = 'disabled-by-default-devtools.timeline';
const CATEGORIES = ['-*', TIMELINE, `${TIMELINE}.frame`];
const IDLE = 'SCROLL_NONE';

/** Records a trace of the page while it does something, and reads the frames in which it scrolls, or all of them. */
export async function traceFrames(
  page: Page,
  act: () => Promise<unknown>,
  during: 'scrolling' | 'drawing' = 'scrolling',
): Promise<FrameFigures> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const trace = (await browser.stopTracing()).toString();
  return figuresOf((JSON.parse(trace) as { traceEvents: TraceEvent[] }).traceEvents, during === 'drawing');
}

function figuresOf(events: readonly TraceEvent[], isAnyFrame: boolean): FrameFigures {
  const pid = events.find(({ name }) => name === 'TracingStartedInBrowser')?.args.data?.frames?.[0]
    ?.processId;
  const own = events.filter((event) => event.pid === pid);
  const reports = reportsOf(own);
  const scrolling = reports.filter(({ report }) => isAnyFrame || report.scroll_state !== IDLE);
  if (scrolling.length === 0) throw new Error('the trace has no frame in which the page scrolls');
  const [from, until] = [scrolling[0]!.at, scrolling.at(-1)!.at];
  const frames = [...framesOf(reports.filter(({ at }) => at >= from && at <= until)).values()];
  const shownAt = frames.flatMap(({ shown }) => shown ?? []).sort((a, b) => a - b);
  const main = own.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')?.tid;
  const tasks = own.filter(
    ({ name, tid, ts }) => name === 'RunTask' && tid === main && ts >= from && ts <= until,
  );
  return {
    drawn: shownAt.length,
    behind: frames.filter(({ shown, isBehind }) => shown !== undefined && isBehind).length,
    dropped: frames.filter(({ shown, isDropped }) => shown === undefined && isDropped).length,
    intervalsMs: shownAt.slice(1).map((at, n) => (at - shownAt[n]!) / 1_000),
    longestTaskMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1_000,
    longestTaskCpuMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000,
  };
}

interface Report {
  readonly at: number;
  readonly endedAt: number;
  readonly report: FrameReport;
}

/** The reports with their ends, in order. One that has not ended when the trace ends is left out. */
function reportsOf(events: readonly TraceEvent[]): Report[] {
  const begun = new Map<string, TraceEvent>();
  const reports: Report[] = [];
  for (const event of events.filter(({ name }) => name === 'PipelineReporter').sort((a, b) => a.ts - b.ts)) {
    const id = event.id2!.local;
    const begin = begun.get(id);
    if (event.ph === 'b') begun.set(id, event);
    else if (begin?.args.frame_reporter !== undefined)
      reports.push({ at: begin.ts, endedAt: event.ts, report: begin.args.frame_reporter });
  }
  return reports.sort((a, b) => a.at - b.at);
}

interface Frame {
  /** When it was shown. */
  shown?: number;
  isBehind?: boolean;
  isDropped?: boolean;
}

/** Frames by their number: shown when one of their reports was. */
function framesOf(reports: readonly Report[]): ReadonlyMap<string, Frame> {
  const frames = new Map<string, Frame>();
  for (const { endedAt, report } of reports) {
    const number = `${report.frame_source} ${report.frame_sequence}`;
    const frame = frames.get(number) ?? {};
    frames.set(number, frame);
    if (report.state.startsWith('STATE_PRESENTED')) frame.shown = Math.min(frame.shown ?? endedAt, endedAt);
    if (report.state === 'STATE_PRESENTED_PARTIAL') frame.isBehind = true;
    if (report.state === 'STATE_DROPPED') frame.isDropped = true;
  }
  return frames;
}

/** The figures of several scrolls of the same kind as one. */
export const together = (all: readonly FrameFigures[]): FrameFigures => {
  const sum = (key: 'drawn' | 'behind' | 'dropped') => all.reduce((total, each) => total + each[key], 0);
  return {
    drawn: sum('drawn'),
    behind: sum('behind'),
    dropped: sum('dropped'),
    intervalsMs: all.flatMap(({ intervalsMs }) => intervalsMs),
    longestTaskMs: Math.max(...all.map(({ longestTaskMs }) => longestTaskMs)),
    longestTaskCpuMs: Math.max(...all.map(({ longestTaskCpuMs }) => longestTaskCpuMs)),
  };
};

/** The median interval between frames and the one that 99% stay within, milliseconds. */
export const intervalsOf = ({ intervalsMs }: FrameFigures) => ({
  medianMs: percentile([...intervalsMs], 0.5),
  p99Ms: percentile([...intervalsMs], 0.99),
});
