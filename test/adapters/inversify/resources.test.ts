import 'reflect-metadata';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Container, ContainerModule } from 'inversify';
import {
  bindResource,
  closeContainer,
  CLOSING,
  createContainer,
  token,
} from '../../../src/adapters/inversify/index.js';

const DATABASE = token<string>('test-database');
const CHAIN = token<string>('test-chain');
const SERVER = token<string>('test-server');

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What was opened and closed, in this order. */
let steps: string[];
beforeEach(() => {
  steps = [];
});

interface Faults {
  readonly open?: (name: string) => Promise<void> | undefined;
  readonly close?: (name: string) => Promise<void> | undefined;
}

/** A server that needs a database and a chain, each of which says when it opens and closes. */
const serverModule = ({ open, close }: Faults = {}) =>
  new ContainerModule(({ bind }) => {
    const recorded = (name: string) => ({
      open: async (..._needs: string[]) => {
        steps.push(`open ${name}`);
        await open?.(name);
        steps.push(`${name} is open`);
        return name;
      },
      close: async () => {
        steps.push(`close ${name}`);
        await close?.(name);
        steps.push(`${name} is closed`);
      },
    });
    bindResource(bind, SERVER, { needs: [DATABASE, CHAIN], ...recorded('server') });
    bindResource(bind, DATABASE, { needs: [], ...recorded('database') });
    bindResource(bind, CHAIN, { needs: [], ...recorded('chain') });
  });

const OPENED = [
  'open database',
  'database is open',
  'open chain',
  'chain is open',
  'open server',
  'server is open',
];
const CLOSED = [
  'close server',
  'server is closed',
  'close chain',
  'chain is closed',
  'close database',
  'database is closed',
];

describe('a container with resources', () => {
  it('opens nothing before it is asked for something', async () => {
    const container = createContainer([serverModule()]);
    await closeContainer(container);
    expect(steps).toEqual([]);
  });

  it('opens what a resource needs before it, one at a time, and closes in the reverse order', async () => {
    const container = createContainer([serverModule({ open: nextTurn, close: nextTurn })]);
    expect(await container.getAsync(SERVER)).toBe('server');
    expect(steps).toEqual(OPENED);
    await closeContainer(container);
    expect(steps).toEqual([...OPENED, ...CLOSED]);
  });

  it('opens a resource once, however many need it at the same time', async () => {
    const container = createContainer([serverModule()]);
    await Promise.all([container.getAsync(SERVER), container.getAsync(SERVER), container.getAsync(CHAIN)]);
    expect(steps.filter((step) => step === 'open chain')).toHaveLength(1);
  });

  it('closes only what is open when the start fails half-way', async () => {
    const failure = new Error('no chain');
    const open = (name: string) => (name === 'chain' ? Promise.reject(failure) : undefined);
    const container = createContainer([serverModule({ open })]);
    await expect(container.getAsync(SERVER)).rejects.toBe(failure);
    await closeContainer(container);
    expect(steps).toEqual([
      'open database',
      'database is open',
      'open chain',
      'close database',
      'database is closed',
    ]);
  });

  it('waits for a resource that is being opened, closes it, and opens no further one', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const container = createContainer([
      serverModule({ open: (name) => (name === 'database' ? gate : undefined) }),
    ]);
    const failure = container.getAsync(SERVER).catch((error: unknown) => error);
    await nextTurn();
    const closed = closeContainer(container);
    release();
    expect(await failure).toEqual(new Error('the container is closing'));
    await closed;
    expect(steps).toEqual(['open database', 'database is open', 'close database', 'database is closed']);
  });

  it('aborts the CLOSING signal while a resource is being opened, so that it can stop opening', async () => {
    const module = new ContainerModule(({ bind }) =>
      bindResource(bind, SERVER, {
        needs: [CLOSING],
        open: (closing) =>
          new Promise<string>((_, reject) =>
            closing.addEventListener('abort', () => reject(new Error('gave up'))),
          ),
        close: () => void steps.push('close server'),
      }),
    );
    const container = createContainer([module]);
    const failure = container.getAsync(SERVER).catch((error: unknown) => error);
    await nextTurn();
    await closeContainer(container);
    expect(await failure).toEqual(new Error('gave up'));
    expect(steps).toEqual([]);
  });

  it('closes the others when one cannot be closed, then rejects with its error', async () => {
    const failure = new Error('the chain hangs');
    const close = (name: string) => (name === 'chain' ? Promise.reject(failure) : undefined);
    const container = createContainer([serverModule({ close })]);
    await container.getAsync(SERVER);
    await expect(closeContainer(container)).rejects.toBe(failure);
    expect(steps.slice(OPENED.length)).toEqual(CLOSED.filter((step) => step !== 'chain is closed'));
  });

  it('rejects with an AggregateError of every failure when several cannot be closed', async () => {
    const container = createContainer([serverModule({ close: (name) => Promise.reject(new Error(name)) })]);
    await container.getAsync(SERVER);
    const failed = (await closeContainer(container).catch((error: unknown) => error)) as AggregateError;
    expect(failed).toBeInstanceOf(AggregateError);
    expect(failed.errors).toEqual([new Error('server'), new Error('chain'), new Error('database')]);
  });

  it('closes once when it is closed twice', async () => {
    const container = createContainer([serverModule()]);
    await container.getAsync(SERVER);
    await Promise.all([closeContainer(container), closeContainer(container)]);
    expect(steps).toEqual([...OPENED, ...CLOSED]);
  });

  it('opens nothing after it was closed', async () => {
    const container = createContainer([serverModule()]);
    await closeContainer(container);
    await expect(container.getAsync(SERVER)).rejects.toThrow('the container is closing');
    expect(steps).toEqual([]);
  });
});

describe('unbindAllAsync of Inversify', () => {
  it('deactivates all singletons at once in the order of their bindings, which is why closeContainer exists', async () => {
    const container = new Container({ defaultScope: 'Singleton' });
    for (const name of ['database', 'server']) {
      const binding = container.bind(token<string>(`test-${name}`)).toResolvedValue(() => name);
      binding.onDeactivation(async () => {
        steps.push(`close ${name}`);
        await nextTurn();
        steps.push(`${name} is closed`);
      });
      container.get(token<string>(`test-${name}`));
    }
    await container.unbindAllAsync();
    expect(steps).toEqual(['close database', 'close server', 'database is closed', 'server is closed']);
  });
});
