import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type * as photonPackage from '@cf-wasm/photon/others';

/** Data with which the thread starts. */
export interface DrawThreadData {
  /** The module from which the decoder's package is looked up. */
  readonly from: string;
  /** The decoder, a compiled `WebAssembly.Module`. */
  readonly decoder: object;
  /** Sides of the square pictures in pixels, largest first. */
  readonly sizes: readonly number[];
}

/** Pictures of one file by the order of the sizes; undefined if it cannot be decoded. */
export type DrawThreadAnswer = readonly Uint8Array[] | undefined;

type Photon = typeof photonPackage & { readonly default: typeof photonPackage.initPhoton };
type Image = InstanceType<Photon['PhotonImage']>;

const { from, decoder, sizes } = workerData as DrawThreadData;
// The decoder's own file, beside its code: the package's entries share one instance.
const code = pathToFileURL(createRequire(from).resolve('@cf-wasm/photon/photon.wasm'));
const address = new URL('photon_rs.js', code).href;
const PIXEL_BYTES = 4;
let files = 0;

parentPort?.on('message', (file: Uint8Array) => {
  draw(file).then(
    (pictures: DrawThreadAnswer) => parentPort?.postMessage(pictures),
    () => parentPort?.postMessage(undefined),
  );
});

async function draw(file: Uint8Array): Promise<DrawThreadAnswer> {
  // Another address is another copy of the module, with an instance of the decoder and a memory that no file before has touched.
  const photon = (await import(`${address}?file=${++files}`)) as Photon;
  await photon.default({ module_or_path: decoder });
  const image = photon.PhotonImage.new_from_byteslice(file);
  return sizes.map((size) => square(photon, image, size));
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
