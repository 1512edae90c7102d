import type { Ports, Tracer, Work, WorkName } from '../../ports/index.js';

type Operation = (...args: never[]) => Promise<unknown>;

/** Returns the operation, followed by the tracer. If that does not follow such work, returns the operation itself. */
export const following =
  (tracer: Tracer | undefined) =>
  <F extends Operation>(
    name: WorkName,
    operation: F,
    factsOf?: (...args: Parameters<F>) => Work['facts'],
  ): F => {
    if (tracer === undefined || tracer.follows?.has(name) === false) return operation;
    const followed = (...args: Parameters<F>) => {
      const facts = factsOf?.(...args);
      return tracer.follow({ name, ...(facts && { facts }) }, () => operation(...args));
    };
    // Takes and returns what the operation does, also where that depends on the call.
    return followed as Operation as F;
  };

/** The ports, with units of work and messages to webhooks followed by the tracer among them. */
export function followedPorts(ports: Ports): Ports {
  const { tracer, unitOfWork, webhookSender: sender } = ports;
  if (tracer === undefined) return ports;
  const follow = following(tracer);
  const isFollowed = tracer.follows?.has('transaction') !== false;
  const run: typeof unitOfWork.run = (work) =>
    tracer.follow({ name: 'transaction' }, () => unitOfWork.run(work));
  return {
    ...ports,
    unitOfWork: isFollowed ? replacing(unitOfWork, { run }) : unitOfWork,
    webhookSender:
      sender &&
      replacing(sender, {
        send: follow('deliver-webhook', sender.send.bind(sender), ({ id }) => ({ delivery: id })),
      }),
  };
}

/** The port with other methods. Keeps the mark of its storage. */
const replacing = <T extends object>(port: T, methods: Partial<T>): T =>
  Object.assign(Object.create(port) as T, methods);
