// Preloaded into a server (NODE_OPTIONS=--import=…): shifts its time of day by the milliseconds in FAKED_CLOCK_FILE, which may
// change at any time. Timers and performance.now are not affected.
import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

const RealDate = Date;
const read = () => Number(readFileSync(process.env.FAKED_CLOCK_FILE, 'utf8'));
let offsetMs = read();
setInterval(() => (offsetMs = read()), 20).unref();
const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
