/** Link that the licence of the chart library requires. */
export const ChartCredit = () => (
  <a href="https://www.tradingview.com/" rel="noopener noreferrer">
    Charts by TradingView
  </a>
);
