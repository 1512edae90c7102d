import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A link to a TCP server that can be cut. */
export interface CuttableLink {
  readonly port: number;
  /** Breaks every connection and refuses new ones, until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function cuttableLink(host: string, port: number): Promise<CuttableLink> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const breakAll = () => open.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
