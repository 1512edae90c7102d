/** A bar of the chart: requests a second. */
export interface Bar {
  readonly group: string;
  readonly name: string;
  readonly perSecond: number;
}

const [WIDTH, BAR, GAP, LEFT, TOP] = [640, 22, 6, 150, 40];

/** Draws bars of requests a second, one below the other, as SVG. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ perSecond }) => perSecond));
  const height = TOP + bars.length * (BAR + GAP) + GAP;
  const rows = bars.map(({ group, name, perSecond }, n) => {
    const y = TOP + n * (BAR + GAP);
    const width = Math.round((perSecond / most) * (WIDTH - LEFT - 90));
    const colour = group === bars[0]?.group ? '#2f6f9f' : '#c9792b';
    return [
      `<text x="${LEFT - 8}" y="${y + 16}" text-anchor="end">${group}, ${name}</text>`,
      `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" fill="${colour}"/>`,
      `<text x="${LEFT + width + 8}" y="${y + 16}">${Math.round(perSecond).toLocaleString('en')}/s</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" role="img">`,
    `<title>${title}</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="24" font-weight="bold">${title}</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
}
