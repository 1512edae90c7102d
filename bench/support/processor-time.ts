import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second of /proc on Linux. */
const TICKS = 100;

/** Processor seconds that a process and its children have used so far; 0 where there is no /proc. */
export async function processorSeconds(pid: number): Promise<number> {
  const children = await read(`/proc/${pid}/task/${pid}/children`);
  const below = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => processorSeconds(Number(child))),
  );
  return (await secondsIn(`/proc/${pid}/stat`)) + below.reduce((sum, seconds) => sum + seconds, 0);
}

/** Processor seconds that the main thread of a process has used so far, and those of its other threads; 0 where there is no /proc. */
export async function threadSeconds(
  pid: number,
): Promise<{ readonly main: number; readonly others: number }> {
  const threads = await readdir(`/proc/${pid}/task`).catch((): string[] => []);
  const used = await Promise.all(threads.map((thread) => secondsIn(`/proc/${pid}/task/${thread}/stat`)));
  const main = used[threads.indexOf(String(pid))] ?? 0;
  return { main, others: used.reduce((sum, seconds) => sum + seconds, 0) - main };
}

async function secondsIn(stat: string): Promise<number> {
  const fields = (await read(stat)).replace(/^.*\) /, '').split(' ');
  const [user = 0, system = 0] = [fields[11], fields[12]].map(Number);
  return Number.isFinite(user + system) ? (user + system) / TICKS : 0;
}

/** A process or thread may end while it is read. */
const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
