import { readFile } from 'node:fs/promises';

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
  return (await ofOne(pid)) + below.reduce((sum, seconds) => sum + seconds, 0);
}

async function ofOne(pid: number): Promise<number> {
  const fields = (await read(`/proc/${pid}/stat`)).replace(/^.*\) /, '').split(' ');
  const [user = 0, system = 0] = [fields[11], fields[12]].map(Number);
  return Number.isFinite(user + system) ? (user + system) / TICKS : 0;
}

/** A process may end while it is read. */
const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
