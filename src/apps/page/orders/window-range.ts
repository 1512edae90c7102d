/** Rows from `start` to before `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

interface Sight {
  /** Distance from the top of the visible area down to the top of the first row; negative once that is scrolled out of view. */
  readonly top: number;
  /** Height of the visible area. */
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** Number of rows drawn beyond either edge, so that rows exist before they scroll into view. */
const BEYOND = 10;
/** The range moves by this number of rows at a time, so few scroll events change anything. */
const STEP = 5;

/** Rows to draw: the visible ones and some beyond. All rows have the same height. */
export function rowsInSight({ top, height, rowHeight, count }: Sight): RowRange {
  const first = Math.floor(-top / rowHeight) - BEYOND;
  const last = Math.ceil((height - top) / rowHeight) + BEYOND;
  const within = (row: number) => Math.min(Math.max(row, 0), count);
  return {
    start: within(Math.floor(first / STEP) * STEP),
    end: within(Math.ceil(last / STEP) * STEP),
  };
}
