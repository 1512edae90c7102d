import { describe, expect, it } from '@jest/globals';
import { inTurn } from '../../../src/application/shared/in-turn.js';

interface Input {
  readonly name: string;
  readonly key?: string;
  readonly fails?: boolean;
}

/** Tasks that end when told, and their log. */
function tasks() {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const run = inTurn(
    ({ name, fails = false }: Input) => {
      log.push(`${name} begins`);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, () => (fails ? reject(new Error(name)) : resolve(name)));
      });
    },
    ({ key }) => key,
  );
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { log, run, end };
}

describe('inTurn', () => {
  it('runs the inputs of one key in the order of the calls, whatever becomes of the one before', async () => {
    const { log, run, end } = tasks();
    const first = run({ name: 'first', key: 'a', fails: true }).catch((error: unknown) => error);
    const second = run({ name: 'second', key: 'a' });
    const third = run({ name: 'third', key: 'a' });
    await end('first');
    expect(await first).toEqual(new Error('first'));
    expect(log).toEqual(['first begins', 'second begins']);
    await end('second');
    await end('third');
    expect(await Promise.all([second, third])).toEqual(['second', 'third']);
  });

  it('does not make inputs of other keys, or of none, wait', () => {
    const { log, run } = tasks();
    for (const [name, key] of [['one', 'a'], ['two', 'b'], ['three'], ['four']] as const)
      void run({ name, ...(key !== undefined && { key }) });
    expect(log).toEqual(['one begins', 'two begins', 'three begins', 'four begins']);
  });
});
