import { shortId } from '../../../sdk/words/names.js';
import { registry } from '../live/registry.js';
import { CopyButton } from '../parts/copy.js';
import { explorerLink } from '../parts/explorer.js';

/** A transaction, linked to the explorer if the network has one. */
export function TxidLink({ txid }: { readonly txid: string }) {
  const link = explorerLink(txid, registry.value?.network);
  return (
    <span class="row">
      {link === undefined ? (
        <code title={txid}>{shortId(txid)}</code>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer nofollow" title={txid}>
          <code>{shortId(txid)}</code>
        </a>
      )}
      <CopyButton text={txid} label="transaction id" />
    </span>
  );
}
