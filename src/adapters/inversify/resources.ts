import type {
  Bind,
  BindWhenOnFluentSyntax,
  BindingIdentifier,
  Container,
  MapToResolvedValueInjectOptions,
  ServiceIdentifier,
} from 'inversify';
import { token } from './tokens.js';

/** Something that must be closed: a connection, a child process, a timer, a listening server. */
export interface Resource<T, Needs extends unknown[]> {
  /** Tokens of the arguments of `open`, in order. They are open before it is called. */
  readonly needs: MapToResolvedValueInjectOptions<Needs>;
  readonly open: (...needs: Needs) => T | Promise<T>;
  readonly close: (resource: T) => void | Promise<void>;
}

/** The open resources of a container in the order in which they were opened. */
export class OpenResources {
  readonly #opened: BindingIdentifier[] = [];
  #last: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Opens one resource at a time, and none after a failure or once closing has begun. */
  open<T>(binding: BindingIdentifier, open: () => T | Promise<T>): Promise<T> {
    const opened = this.#last.then(async () => {
      if (this.closing.aborted) throw new Error('the container is closing');
      const resource = await open();
      this.#opened.push(binding);
      return resource;
    });
    this.#last = opened;
    return opened;
  }

  close(container: Container): Promise<void> {
    this.#closing.abort(new Error('the container is closing'));
    return (this.#closed ??= this.#closeAll(container));
  }

  async #closeAll(container: Container): Promise<void> {
    await this.#last.catch(() => undefined);
    const failures: unknown[] = [];
    for (const binding of this.#opened.toReversed()) {
      await container.unbindAsync(binding).catch((error: unknown) => failures.push(error));
    }
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'several resources could not be closed');
  }
}

export const OPEN_RESOURCES = token<OpenResources>('open-resources');

/** Signal that is aborted when `closeContainer` is called, so that a resource that opens slowly can stop opening. */
export const CLOSING = token<AbortSignal>('closing');

/**
 * Binds a resource as a singleton of a container made by `createContainer`. It is opened when something that needs it is first
 * resolved with `container.getAsync`, and closed by `closeContainer`.
 *
 * @example
 * new ContainerModule(({ bind }) =>
 *   bindResource(bind, STORAGE, {
 *     needs: [],
 *     open: () => openStorage('sqlite:./data/sluice.db'),
 *     close: (storage) => storage.close(),
 *   }),
 * );
 */
export function bindResource<T, Needs extends unknown[]>(
  bind: Bind,
  resource: ServiceIdentifier<T>,
  { needs, open, close }: Resource<T, Needs>,
): void {
  const binding: BindWhenOnFluentSyntax<T> = bind(resource)
    .toResolvedValue<[OpenResources, ...Needs]>(
      (resources, ...parts) => resources.open(binding.getIdentifier(), () => open(...parts)),
      [OPEN_RESOURCES, ...needs],
    )
    .inSingletonScope();
  binding.onDeactivation(close);
}

/**
 * Closes every open resource of the container, one after another, last opened first. Waits for a resource that is being opened,
 * and closes the others even if one fails. Another call closes nothing again. Afterwards the container opens no resource.
 *
 * @throws what a resource's `close` threw; an AggregateError when several did.
 * @example
 * const container = createContainer(modules);
 * try {
 *   await serve(await container.getAsync(CORE));
 * } finally {
 *   await closeContainer(container);
 * }
 */
export const closeContainer = (container: Container): Promise<void> =>
  container.get(OPEN_RESOURCES).close(container);
