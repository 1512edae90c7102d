import { describe, expect, it } from '@jest/globals';
import { Channel, type Link } from '../../../../src/apps/server/workers/channel.js';

/** The two ends of a connection that copies messages as IPC does. */
function connected(): readonly [Channel, Channel] {
  const listeners: ((message: unknown) => void)[] = [];
  const linkTo = (at: number): Link => ({
    send: (message) => void queueMicrotask(() => listeners[1 - at]!(structuredClone(message))),
    on: (_event, listener) => (listeners[at] = listener),
  });
  return [new Channel(linkTo(0)), new Channel(linkTo(1))];
}

describe('Channel', () => {
  it('resolves a question to the answer of the other side', async () => {
    const [here, there] = connected();
    there.handle('double', (value: bigint) => value * 2n);
    expect(await here.ask('double', 21n)).toBe(42n);
  });

  it('keeps questions until the other side has a handler', async () => {
    const [here, there] = connected();
    const asked = here.ask('name');
    there.handle('other', () => 'another');
    there.handle('name', () => 'sluice');
    expect(await asked).toBe('sluice');
  });

  it('rejects with the message of what the handler throws', async () => {
    const [here, there] = connected();
    there.handle('fail', () => Promise.reject(new Error('the port is taken')));
    await expect(here.ask('fail')).rejects.toThrow('the port is taken');
  });

  it('rejects what waits, and every later question, once it is closed', async () => {
    const [here] = connected();
    const asked = here.ask('name');
    here.close(new Error('exit code 1'));
    await expect(asked).rejects.toThrow('exit code 1');
    await expect(here.ask('name')).rejects.toThrow('exit code 1');
  });

  it('ignores messages of others', async () => {
    let receive: (message: unknown) => void = () => {};
    const sent: unknown[] = [];
    const channel = new Channel({
      send: (message) => sent.push(message),
      on: (_event, to) => (receive = to),
    });
    channel.handle('name', () => 'sluice');
    for (const message of [undefined, null, 'text', { cmd: 'NODE_CLUSTER' }]) receive(message);
    await Promise.resolve();
    expect(sent).toEqual([]);
  });
});
