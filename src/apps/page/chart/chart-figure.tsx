import { useEffect, useRef } from 'preact/hooks';
import type { Candle } from '../../../sdk/client/index.js';
import { useDrawn } from '../token/use-drawn.js';
import { LineTag, type TaggedLine } from './line-tag.js';
import { apart } from './model/lines.js';
import type { PairChart, Picture } from './pair-chart.js';

interface FigureProps {
  readonly picture: Omit<Picture, 'lines'>;
  readonly lines: readonly TaggedLine[];
  /** Description of the chart for those who cannot see it. */
  readonly label: string;
  readonly onPoint: (candle: Candle | undefined) => void;
}

/** Height of a tag with the gap to the next one, pixels. */
const TAG_HEIGHT = 24;

/** The chart, whose code is loaded when it is first drawn, with a tag on each of its lines. */
export function ChartFigure({ picture, lines, label, onPoint }: FigureProps) {
  const tags = useRef(new Map<string, HTMLElement>());
  const drawn = useRef(lines);
  drawn.current = lines;
  const { box, chart } = useDrawn(async () => {
    const { drawPair } = await import('./pair-chart.js');
    return (element) => drawPair(element, onPoint, place);
  });
  const place = () => {
    if (chart.peek() !== undefined) placeTags(chart.peek()!, drawn.current, tags.current);
  };
  const shown = chart.value;
  useEffect(() => {
    shown?.show({ ...picture, lines: lines.map(({ key, price, kind }) => ({ key, price, kind })) });
  }, [shown, picture, lines]);
  const priceAt = (clientY: number) => shown?.priceAt(clientY - box.current!.getBoundingClientRect().top);
  return (
    <div class="pair-box">
      <div ref={box} class="pair-canvas" role="img" aria-label={label} />
      {shown !== undefined &&
        lines.map((line) => (
          <LineTag
            key={line.key}
            line={line}
            priceAt={priceAt}
            show={(price) => {
              shown.move(line.key, price);
              const tag = tags.current.get(line.key);
              const top = shown.topOf(price);
              if (tag !== undefined && top !== undefined) putAt(tag, top);
            }}
            register={(element) => {
              if (element === null) tags.current.delete(line.key);
              else tags.current.set(line.key, element);
            }}
          />
        ))}
    </div>
  );
}

/** Puts each tag at its line, and hides those whose lines are outside the picture. */
function placeTags(
  chart: PairChart,
  lines: readonly TaggedLine[],
  tags: ReadonlyMap<string, HTMLElement>,
): void {
  const height = chart.height();
  const placed = lines.flatMap(({ key, price }) => {
    const tag = tags.get(key);
    const top = chart.topOf(price);
    if (tag === undefined) return [];
    const isOut = top === undefined || top < 0 || top > height;
    tag.classList.toggle('is-out', isOut);
    return isOut ? [] : [{ tag, top }];
  });
  const middles = apart(
    placed.map(({ top }) => top),
    TAG_HEIGHT,
  );
  for (const [n, { tag }] of placed.entries()) putAt(tag, middles[n]!);
}

const putAt = (tag: HTMLElement, middle: number): void => {
  tag.style.transform = `translateY(calc(${middle}px - 50%))`;
};
