import type { TrashItemView, TrashKind } from '@portfolio/contracts';
import { Button, once } from '@portfolio/ui';
import { useMemo } from 'react';
import { passFocus } from '../../app/components/pass-focus.ts';
import { SelectAll, SelectBox } from '../../app/components/select-boxes.tsx';
import { Thumbnail } from '../../app/components/thumbnail.tsx';
import { DateTime } from '../../app/date-time.tsx';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import { ButtonGroup, Cell, Row, Table } from '../../app/table/table.tsx';
import { useSelection } from '../../app/use-selection.ts';
import styles from './trash-page.module.css';

const NOUNS: Record<TrashKind, string> = {
  photo: 'Photo',
  gallery: 'Gallery',
  comment: 'Comment',
  message: 'Message',
  news: 'News item',
};

const KINDS = Object.keys(NOUNS) as TrashKind[];

/** Name of an item: a news item may have no headline. */
export const nameOf = ({ kind, title, text }: TrashItemView): string => title ?? text ?? NOUNS[kind];

/** Number that identifies an item of any kind. */
const keyOf = ({ kind, id }: TrashItemView) => id * KINDS.length + KINDS.indexOf(kind);

export interface TrashTableProps {
  items: TrashItemView[];
  /** Of all pages. */
  total: number;
  busy: boolean;
  onRestore: (items: TrashItemView[]) => void;
  onRemove: (items: TrashItemView[]) => void;
}

/** Items in the trash, with actions for one or for the selected ones. */
export function TrashTable({ items, total, busy, onRestore, onRemove }: TrashTableProps) {
  const keys = useMemo(() => items.map(keyOf), [items]);
  const selection = useSelection(keys);
  const chosen = items.filter((item) => selection.ids.has(keyOf(item)));

  return (
    <>
      <div className={styles.head}>
        <SelectAll ids={keys} total={total} selection={selection} />
        {chosen.length > 0 ? (
          <ButtonGroup>
            <Button ref={passFocus} icon="retry" busy={busy} busyLabel="Restoring..." onClick={() => onRestore(chosen)}>
              Restore {formatNumber(chosen.length)}
            </Button>
            <Button ref={passFocus} icon="trash" busy={busy} onClick={() => onRemove(chosen)}>
              Delete {formatNumber(chosen.length)} for Good
            </Button>
          </ButtonGroup>
        ) : (
          <p>{formatCount(total, 'item', 'items')}</p>
        )}
      </div>
      <Table label="Trash" columns={['Item', 'Kind', 'Deleted', 'Kept Until', 'Actions']}>
        {items.map((item) => (
          <Row key={keyOf(item)}>
            <Cell kind="main">
              <span className={styles.item}>
                <SelectBox
                  label={`Select ${nameOf(item)}`}
                  className={styles.select}
                  checked={selection.ids.has(keyOf(item))}
                  onToggle={(isRange) => selection.toggle(keyOf(item), isRange)}
                />
                {item.thumbnail_url && <Thumbnail address={item.thumbnail_url} />}
                <span>
                  <bdi>{nameOf(item)}</bdi>
                  {item.title !== null && item.text !== null && (
                    <span className={styles.text} dir="auto">
                      {item.text}
                    </span>
                  )}
                </span>
              </span>
            </Cell>
            <Cell label="Kind">{NOUNS[item.kind]}</Cell>
            <Cell label="Deleted">
              <DateTime at={item.deleted_at} />
            </Cell>
            <Cell label="Kept Until">
              <DateTime at={item.purged_at} />
            </Cell>
            <Cell kind="actions">
              <ButtonGroup>
                <Button
                  ref={passFocus}
                  aria-label={`Restore: ${nameOf(item)}`}
                  busy={busy}
                  onClick={once(() => onRestore([item]))}
                >
                  Restore
                </Button>
                <Button
                  ref={passFocus}
                  variant="quiet"
                  aria-label={`Delete for good: ${nameOf(item)}`}
                  onClick={() => onRemove([item])}
                >
                  Delete
                </Button>
              </ButtonGroup>
            </Cell>
          </Row>
        ))}
      </Table>
    </>
  );
}
