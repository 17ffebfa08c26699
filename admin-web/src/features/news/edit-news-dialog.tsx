import type { NewsItemView } from '@portfolio/contracts';
import { Button, Dialog, Notice } from '@portfolio/ui';
import { useState } from 'react';
import { NewsItemDialog } from './news-item-dialog.tsx';

export interface EditNewsDialogProps {
  /** Item of the list; undefined while it loads or after a deletion. */
  listed: NewsItemView | undefined;
  /** Whether the whole list lacks the item. */
  isGone: boolean;
  onClose: () => void;
}

/** Form of the item in the address. It stays open when the item leaves the list. */
export function EditNewsDialog({ listed, isGone, onClose }: EditNewsDialogProps) {
  const [item, setItem] = useState(listed);
  if (!item && listed) setItem(listed);

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
