import type { NewsItemView } from '@portfolio/contracts';
import { Button, Dialog, Notice } from '@portfolio/ui';
import { useState } from 'react';
import { NewsItemDialog } from './news-item-dialog.tsx';

export interface EditNewsDialogProps {
  /** The item as the list has it; absent while it is looked for, and where it is gone. */
  found: NewsItemView | undefined;
  /** Whether the whole list has been searched without finding it. */
  isGone: boolean;
  onClose: () => void;
}

/** Changes the item that the address names. An item that leaves the list meanwhile stays open with what has been typed. */
export function EditNewsDialog({ found, isGone, onClose }: EditNewsDialogProps) {
  const [item, setItem] = useState(found);
  if (!item && found) setItem(found);

  if (item) return <NewsItemDialog item={item} onClose={onClose} />;
  if (!isGone) return null;
  return (
    <Dialog title="News item not found" size="small" onClose={onClose}>
      <Notice
        title="It may have been deleted meanwhile."
        action={
          <Button data-autofocus onClick={onClose}>
            See All News
          </Button>
        }
      />
    </Dialog>
  );
}
