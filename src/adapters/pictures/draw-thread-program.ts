import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type * as decoder from '@cf-wasm/photon/others';

/** Data with which the thread starts. */
export interface DrawThreadData {
  /** The module from which the decoder's package is looked up. */
  readonly from: string;
  readonly file: Uint8Array;
  /** Sides of the square pictures in pixels, largest first. */
  readonly sizes: readonly number[];
}

type Photon = typeof decoder;
type Image = InstanceType<Photon['PhotonImage']>;

const { from, file, sizes } = workerData as DrawThreadData;
const require = createRequire(from);
const PIXEL_BYTES = 4;

void draw();

async function draw(): Promise<void> {
  const address = pathToFileURL(require.resolve('@cf-wasm/photon/others')).href;
  const photon = (await import(address)) as Photon;
  await photon.initPhoton({ module_or_path: readFileSync(require.resolve('@cf-wasm/photon/photon.wasm')) });
  const image = photon.PhotonImage.new_from_byteslice(file);
  parentPort?.postMessage(sizes.map((size) => square(photon, image, size)));
}

/** The image as PNG, as large as fits into the square, in its middle. The rest is transparent. */
function square(photon: Photon, image: Image, size: number): Uint8Array {
  const [fullWidth, fullHeight] = [image.get_width(), image.get_height()];
  const scale = size / Math.max(fullWidth, fullHeight);
  const [width, height] = [fullWidth, fullHeight].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const scaled = photon.resize(image, width, height, photon.SamplingFilter.Lanczos3).get_raw_pixels();
  const pixels = new Uint8Array(size * size * PIXEL_BYTES);
  const [left, top] = [Math.floor((size - width) / 2), Math.floor((size - height) / 2)];
  const rowBytes = width * PIXEL_BYTES;
  for (let row = 0; row < height; row++)
    pixels.set(
      scaled.subarray(row * rowBytes, (row + 1) * rowBytes),
      ((top + row) * size + left) * PIXEL_BYTES,
    );
  return new photon.PhotonImage(pixels, size, size).get_bytes();
}
