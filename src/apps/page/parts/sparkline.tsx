interface Size {
  readonly width: number;
  readonly height: number;
}

/** A line through the closing prices of seven days. Gaps are bridged; fewer than two prices draw nothing. */
export function Sparkline({
  closes,
  width = 96,
  height = 28,
}: { readonly closes: readonly (number | null)[] } & Partial<Size>) {
  const path = pathOf(closes, { width, height });
  const known = closes.filter((close) => close !== null);
  const hasRisen = (known.at(-1) ?? 0) >= (known[0] ?? 0);
  return (
    <svg
      class={`sparkline ${hasRisen ? 'up' : 'down'}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {path !== undefined && <path d={path} />}
    </svg>
  );
}

function pathOf(closes: readonly (number | null)[], { width, height }: Size): string | undefined {
  const points = closes.flatMap((close, at) => (close === null ? [] : [{ at, close }]));
  if (points.length < 2) return undefined;
  const all = points.map(({ close }) => close);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (at: number) => (at / (closes.length - 1)) * (width - 2) + 1;
  const y = (close: number) =>
    high === low ? height / 2 : height - 2 - ((close - low) / (high - low)) * (height - 4);
  return points
    .map(({ at, close }, n) => `${n === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(close).toFixed(1)}`)
    .join('');
}
