import { describe, expect, it } from '@jest/globals';
import { RemoteReads } from '../../../src/apps/devnet/fork/remote-reads.js';
import type { RemoteAnswer } from '../../../src/apps/devnet/vm/wasm-host.js';

const API = 'http://network.example';
const ENTRY = `${API}/v2/clarity/marf/aa?tip=bb&proof=false`;
const OTHER = `${API}/v2/clarity/marf/cc?tip=bb&proof=false`;

const response = (
  status: number,
  body = '{"data":"0x00"}',
  headers: Record<string, string> = {},
): RemoteAnswer => ({ status, statusText: '', headers, body });

/** Reads over scripted responses, at a clock that stands still until it is set. */
function readsOf(...script: (RemoteAnswer | undefined)[]) {
  const clock = { ms: 1_000 };
  const reads = new RemoteReads({ monotonicMs: () => clock.ms });
  const ask = (url: string) => reads.answer(url, () => script.shift());
  return { reads, ask, clock };
}

describe('the reads of a fork', () => {
  it.each([
    ['a value', response(200)],
    ['a value that does not exist', response(404, 'Marf key hash not found')],
    ['metadata that does not exist', response(404, 'Metadata not found')],
  ])('request %s once', (_what, answer) => {
    const { reads, ask } = readsOf(answer);
    expect([ask(ENTRY), ask(ENTRY)]).toEqual([answer, answer]);
    expect(reads.takeFailure()).toBeUndefined();
    expect(reads.requests).toBe(1);
  });

  it.each([
    ['an error of the host', response(500), 'status 500'],
    ['a limit of requests', response(429), 'status 429'],
    ['a block that the host does not have', response(404, 'Chain tip not found'), 'status 404'],
    ['a 404 of something else', response(404, '{"error":"Not Found"}'), 'status 404'],
    ['a key that the host refuses', response(400, 'Invalid key'), 'status 400'],
    ['no response', undefined, 'no response'],
  ])('take %s for a failure, and ask again for the next call', (_what, failed, reason) => {
    const { reads, ask, clock } = readsOf(failed, response(200));
    expect(ask(ENTRY)?.status).toBe(424);
    expect(reads.takeFailure()).toBe(`/v2/clarity/marf/aa: ${reason}`);
    expect(reads.takeFailure()).toBeUndefined();
    clock.ms += 1_000;
    expect(ask(ENTRY)?.status).toBe(200);
    expect(reads.takeFailure()).toBeUndefined();
  });

  it('request nothing more in a call whose result is lost', () => {
    const { reads, ask } = readsOf(response(503), response(200));
    ask(ENTRY);
    expect(ask(OTHER)?.status).toBe(424);
    expect(reads.requests).toBe(1);
    expect(reads.takeFailure()).toBe('/v2/clarity/marf/aa: status 503');
    expect(ask(OTHER)?.status).toBe(200);
  });

  it('request nothing while the host asks for a pause, a minute at most', () => {
    const { reads, ask, clock } = readsOf(response(429, '', { 'retry-after': '7200' }), response(200));
    ask(ENTRY);
    reads.takeFailure();
    clock.ms += 59_000;
    ask(ENTRY);
    expect(reads.takeFailure()).toBe('/v2/clarity/marf/aa: the host asked for a pause of 1000 ms');
    clock.ms += 1_000;
    expect(ask(ENTRY)?.status).toBe(200);
    expect(reads.requests).toBe(2);
  });

  it('replace a block that cannot be read by one that was, because the VM would end', () => {
    const { reads, ask } = readsOf(response(500));
    reads.hold(`${API}/extended/v2/blocks/5`, { height: 5 });
    expect(ask(`${API}/extended/v2/blocks/4`)).toMatchObject({ status: 200, body: '{"height":5}' });
    expect(reads.takeFailure()).toBe('/extended/v2/blocks/4: status 500');
  });
});
