import { useSignal } from '@preact/signals';
import { draggedPrice } from './model/lines.js';

/** A line of the chart in words, with what happens when the visitor moves it. */
export interface TaggedLine {
  readonly key: string;
  readonly kind: 'draft' | 'order';
  /** Price in the chart's unit. */
  readonly price: number;
  /** Name of the line: `Take profit, sells 100 OPAL`. */
  readonly name: string;
  /** Words of the tag at a price, which the visitor may be moving. */
  readonly words: (price: number) => string;
  /** Called at each move of a price in the form. */
  readonly onMove?: (price: number) => void;
  /** Called when the visitor lets go of an order's line, or presses Enter. */
  readonly onDrop?: (price: number) => void;
}

interface LineTagProps {
  readonly line: TaggedLine;
  readonly register: (element: HTMLElement | null) => void;
  /** Price at a height of the screen, pixels. */
  readonly priceAt: (clientY: number) => number | undefined;
  /** Shows the line at a price until it is drawn again. */
  readonly show: (price: number) => void;
}

/** Distances that a key moves a line, as fractions of its price. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 0.001,
  ArrowRight: 0.001,
  ArrowDown: -0.001,
  ArrowLeft: -0.001,
  PageUp: 0.01,
  PageDown: -0.01,
};

/** Highest price of the slider, as a factor of the current one: it has no other bound. */
const MOST = 10;

/** Tag on a line of the chart. One that can be moved is dragged, or moved by the arrow keys. */
export function LineTag({ line, register, priceAt, show }: LineTagProps) {
  const { kind, price, name, onMove, onDrop } = line;
  /** Price to which an order's line is moved, until it is dropped. */
  const moved = useSignal<number | undefined>(undefined);
  const isMoving = useSignal(false);
  const shown = moved.value ?? price;
  const words = line.words(shown);
  if (onMove === undefined && onDrop === undefined)
    return (
      <span ref={register} class={`line-tag ${kind}`} title={name}>
        <span class="sr-only">{name}: </span>
        {words}
      </span>
    );
  const move = (to: number | undefined) => {
    if (to === undefined || to <= 0) return;
    const next = draggedPrice(to);
    if (onMove !== undefined) return onMove(next);
    moved.value = next;
    show(next);
  };
  const drop = () => {
    const to = moved.peek();
    if (to === undefined) return;
    moved.value = undefined;
    show(price);
    if (to !== price) onDrop?.(to);
  };
  const leave = () => {
    if (moved.peek() === undefined) return;
    moved.value = undefined;
    show(price);
  };
  return (
    <span
      ref={register}
      class={`line-tag can-move ${kind}`}
      role="slider"
      tabIndex={0}
      title={onMove === undefined ? 'Drag to change the order' : 'Drag to set the price'}
      aria-label={onMove === undefined ? `${name}. Enter changes the order.` : name}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={price * MOST}
      aria-valuenow={shown}
      aria-valuetext={words}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        isMoving.value = true;
      }}
      onPointerMove={({ clientY }) => {
        if (isMoving.peek()) move(priceAt(clientY));
      }}
      onPointerUp={() => {
        isMoving.value = false;
        drop();
      }}
      onPointerCancel={() => {
        isMoving.value = false;
        leave();
      }}
      onBlur={leave}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        if (event.key === 'Enter') drop();
        else if (event.key === 'Escape') leave();
        else move(shown * (1 + (step ?? 0)));
      }}
    >
      {words}
    </span>
  );
}
