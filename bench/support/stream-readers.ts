import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

// Readers of event streams, in a process of their own: `readers.js <port> <path> <count>`.

const [port, path, count] = [Number(process.argv[2]), process.argv[3]!, Number(process.argv[4])];
/** Connections that are opened at a time. */
const AT_A_TIME = 100;

let [synced, received] = [0, 0];
/** When each reader got the event of this round, Unix milliseconds. */
const times: number[] = [];
let complete = () => {};

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    socket.once('error', reject);
    socket.on('data', (piece) => {
      const text = piece.toString('latin1');
      if (text.includes('event: synced')) {
        synced++;
        resolve();
      }
      if (!text.includes('event: order')) return;
      times.push(Date.now());
      if (++received === count) complete();
    });
  });
}

while (synced < count)
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, count - synced) }, () => open()));
process.send!({ open: synced });

/** Waits for an event at every reader, at most ten seconds. */
process.on('message', () => {
  void Promise.race([new Promise<void>((resolve) => (complete = resolve)), setTimeout(10_000)]).then(() => {
    process.send!({ times: times.splice(0) });
    received = 0;
  });
  process.send!({ ready: true });
});
