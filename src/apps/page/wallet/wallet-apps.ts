/** App of a phone whose own browser has a wallet, with the link that opens a page in it. */
interface WalletApp {
  readonly name: string;
  readonly url: string;
}

/** Wallet apps that open the page in their own browsers, since browsers of phones have no wallets. */
export const walletApps = (page: string): readonly WalletApp[] => [
  { name: 'Leather', url: `leather://browser?url=${encodeURIComponent(page)}` },
  { name: 'Xverse', url: `https://connect.xverse.app/browser?url=${encodeURIComponent(page)}` },
];
