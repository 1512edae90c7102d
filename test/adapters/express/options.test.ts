import { describe, expect, it } from '@jest/globals';
import {
  areaRouter,
  createApp,
  legacyRouter,
  metadataRouter,
  pricesRouter,
  swapArea,
  swapRouter,
  vaultsArea,
  vaultsRouter,
} from '../../../src/adapters/express/index.js';
import { coreHarness } from '../../support/core-harness.js';

const { core, clock, ports } = coreHarness();
const app = {
  areas: [],
  clock,
  requestIds: () => 'id',
  readiness: async () => ({ ready: true, reasons: [] }),
};
const legacy = { registry: ports.registry, ping: async () => {} };

const CALLS: readonly (readonly [run: () => unknown, message: string])[] = [
  [
    () => swapRouter(core, { fallTrough: true } as never),
    'unknown option fallTrough; did you mean fallThrough?',
  ],
  [
    () => swapRouter(core, { corsOrigins: 'https://a.example' } as never),
    'corsOrigins must be "*" or a list of origins, not "https://a.example"',
  ],
  [() => swapArea(core, {} as never), 'clock must be an object with a method now(), not undefined'],
  [
    () => pricesRouter(core, { trustProxy: true } as never),
    'trustProxy must be a whole number of 0 or more, not true',
  ],
  [() => metadataRouter(core, { origins: '*' } as never), 'origins must be a list of origins'],
  [
    () => legacyRouter(core, { ...legacy, requestsPerMinute: '9' } as never),
    'requestsPerMinute must be a whole number',
  ],
  [
    () => legacyRouter(core, {} as never),
    '2 options cannot be used:\n  registry must be an object with a method current()',
  ],
  [
    () => vaultsRouter(core, { corsOrigin: '*' } as never),
    'unknown option corsOrigin; did you mean corsOrigins?',
  ],
  [
    () => areaRouter(vaultsArea(core, { clock }), { corsOrigins: '*' } as never),
    'unknown option corsOrigins',
  ],
  [() => createApp(undefined as never), 'the options of createApp must be an object, not undefined'],
  [() => createApp({ ...app, host: {} } as never), 'unknown option host; did you mean hosts?'],
  [() => createApp({ ...app, areas: {} } as never), 'areas must be a list of areas, not an object'],
];

describe('the options of routers and apps', () => {
  it.each(CALLS)('are refused when unknown or unusable (%#)', (run, message) => {
    expect(run).toThrow(message);
  });

  it('are taken when undefined', () => {
    expect(() => createApp({ ...app, logger: undefined, about: undefined })).not.toThrow();
    expect(() => swapRouter(core, {})).not.toThrow();
  });
});
