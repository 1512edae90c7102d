import { service } from '../session/service.js';

/** Link that the licence of the chart library requires, after the note that a devnet's oldest prices are made up. */
export const ChartCredit = () => (
  <span>
    {service.value?.stacksApiUrl !== undefined && 'Prices from before the devnet’s first start are made up. '}
    <a href="https://www.tradingview.com/" rel="noopener noreferrer">
      Charts by TradingView
    </a>
  </span>
);
