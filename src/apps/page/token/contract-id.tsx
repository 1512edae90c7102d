import { registry } from '../live/registry.js';
import { CopyableId } from '../parts/copy.js';
import { explorerLink } from '../parts/explorer.js';

/** A contract's id, linked to the explorer if the network has one. */
export function ContractId({ id, label }: { readonly id: string; readonly label: string }) {
  const link = explorerLink(id, registry.value?.network);
  return (
    <span class="row">
      <CopyableId id={id} label={label} />
      {link !== undefined && (
        <a class="small" href={link} target="_blank" rel="noopener noreferrer nofollow">
          Explorer
        </a>
      )}
    </span>
  );
}
