import type { PhotoView } from '@portfolio/contracts';
import { Button, Spinner } from '@portfolio/ui';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { formatCount, formatPhotoCount } from '../../../app/format-number.ts';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import { Table } from '../../../app/table/table.tsx';
import type { PhotoActions } from '../list/photo-card.tsx';
import type { PhotoList } from '../list/use-photo-list.ts';
import { COLUMNS, parseTsv, readPasted, type Column } from './columns.ts';
import { PhotoRow } from './photo-row.tsx';
import styles from './photo-table.module.css';
import type { CellId, PhotoDrafts } from './use-photo-drafts.ts';

/** Rows at first, and rows that each "Show more" adds. */
const STEP = 50;

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Cell of a control, with its row's position and photo. */
interface TableCell {
  index: number;
  photo: PhotoView;
  column: Column;
  control: Control;
}

interface PhotoTableProps {
  list: PhotoList;
  selected: ReadonlySet<number>;
  actions: PhotoActions;
  drafts: PhotoDrafts;
  /** Cell to focus; a new object for each focus. */
  fault: CellId | undefined;
  onSave: () => void;
  /** @param end index after the last row */
  onReach: (end: number) => void;
}

/** Table of photos with a field in each cell. Keys, Tab and paste work down the columns as in a spreadsheet. */
export function PhotoTable(props: PhotoTableProps) {
  const { list, selected, actions, drafts, fault, onSave, onReach } = props;
  const { photos, total } = list;
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(STEP);
  // Changed photos stay in view, whatever the filter.
  const { rows, unlistedCount } = useMemo(() => {
    const listed = new Set(photos.map(({ id }) => id));
    const unlisted = [...drafts.drafts.values()].flatMap(({ base }) => (listed.has(base.id) ? [] : base));
    return { rows: [...unlisted, ...photos], unlistedCount: unlisted.length };
  }, [photos, drafts.drafts]);
  const hasMore = shown < Math.max(rows.length, total ?? 0);
  useEffect(() => onReach(shown), [onReach, shown]);

  const focusCell = (index: number, column: Column, isSelected = true) => {
    const photo = rows[index];
    if (!photo) return;
    if (index >= shown) flushSync(() => setShown(index + STEP));
    const control = frame.current?.querySelector<Control>(`[data-photo="${photo.id}"][data-column="${column}"]`);
    control?.focus();
    if (isSelected && control?.type !== 'checkbox') control?.select();
  };

  /** Position of a control; undefined for one outside the cells. */
  const cellOf = (target: EventTarget): TableCell | undefined => {
    const { photo, column } = (target as Control).dataset;
    const index = column === undefined ? -1 : rows.findIndex(({ id }) => id === Number(photo));
    return index < 0 ? undefined : { index, photo: rows[index]!, column: column as Column, control: target as Control };
  };

  /** Position at Ctrl+S or Escape, until the next key or the blur. React reports no blur of a removed field. */
  const leavingCell = useRef<TableCell>(undefined);

  const focusById = useEffectEvent(({ id, column }: CellId, isSelected?: boolean) => {
    const index = rows.findIndex((photo) => photo.id === id);
    focusCell(index, column, isSelected);
    // The same save may remove this photo too.
    leavingCell.current = cellOf(document.activeElement!);
  });
  useEffect(() => {
    // Later: React renders nothing at once within an effect.
    if (fault) queueMicrotask(() => focusById(fault));
  }, [fault]);

  const rowsBefore = useRef(rows);
  // When its field is removed, as the photo leaves the filter, the focus moves to the next photo.
  useEffect(() => {
    const before = rowsBefore.current;
    rowsBefore.current = rows;
    const cell = leavingCell.current;
    if (!cell || cell.control.isConnected) return;
    leavingCell.current = undefined;
    const ids = new Set(rows.map(({ id }) => id));
    const following = before.slice(before.findIndex(({ id }) => id === cell.photo.id) + 1);
    const next = following.find(({ id }) => ids.has(id)) ?? rows.at(-1);
    // Without a selection, which the next key would replace.
    if (next) queueMicrotask(() => focusById({ id: next.id, column: cell.column }, false));
  }, [rows]);

  const press = (event: KeyboardEvent) => {
    if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
    leavingCell.current = undefined;
    const cell = cellOf(event.target);
    if (!cell || event.nativeEvent.isComposing) return;
    const { index, photo, column, control } = cell;
    const move = moveOf(event, cell);
    if (event.key === 'Enter' && !event.altKey && isMultiline(column) && isTouchScreen()) return;
    if (move !== 0) focusCell(index + move, column);
    else if (event.key === 'Escape') {
      leavingCell.current = cell;
      drafts.fill([{ photo, column }]);
    } else if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      leavingCell.current = cell;
      onSave();
    } else if (event.key === 'Enter' && event.altKey && isMultiline(column)) {
      control.setRangeText('\n', control.selectionStart!, control.selectionEnd!, 'end');
      drafts.fill([{ photo, column, text: control.value }]);
    } else if (event.key !== 'Enter') return;
    event.preventDefault();
  };

  const paste = (event: ClipboardEvent) => {
    const cell = cellOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (!cell || text === '') return;
    const lines = parseTsv(text);
    // A single plain text goes to the cursor, as do paragraphs of a description. Spreadsheets give a table in HTML too.
    const isCells = text.includes('\t') || event.clipboardData.getData('text/html').includes('<table');
    const isSingle = !/[\t\r\n]/.test(text);
    if (isSingle ? cell.column !== 'is_for_sale' : !isCells && cell.column === 'description') return;
    event.preventDefault();
    const from = COLUMNS.findIndex(({ name }) => name === cell.column);
    const changes: Parameters<PhotoDrafts['fill']>[0] = [];
    let unread = 0;
    for (const [down, line] of lines.entries()) {
      for (const [right, pasted] of line.entries()) {
        const [photo, column] = [rows[cell.index + down], COLUMNS[from + right]?.name];
        if (!photo || !column) continue;
        const value = readPasted(column, pasted);
        if (value === undefined) unread += 1;
        else changes.push({ photo, column, text: value });
      }
    }
    drafts.fill(changes);
    setShown((before) => Math.max(before, Math.min(cell.index + lines.length, rows.length)));
    const missingLines = Math.max(0, cell.index + lines.length - rows.length);
    const missingColumns = Math.max(0, from + Math.max(...lines.map(({ length }) => length)) - COLUMNS.length);
    const lost = [
      missingLines > 0 && formatCount(missingLines, 'line', 'lines'),
      missingColumns > 0 && formatCount(missingColumns, 'column', 'columns'),
      unread > 0 && formatCount(unread, 'unreadable cell', 'unreadable cells'),
    ].filter(Boolean);
    const done = `${formatCount(changes.length, 'cell', 'cells')} pasted`;
    if (lost.length === 0) toast(done);
    else toast.error(`${done}. Not pasted: ${lost.join(', ')}.`);
  };

  if (total === undefined && rows.length === 0) return <Spinner label="Loading the photos" />;
  return (
    <div
      ref={frame}
      className={styles.frame}
      onKeyDown={press}
      onPaste={paste}
      onBlur={() => (leavingCell.current = undefined)}
    >
      <Table label="Photos" columns={['Photo', ...COLUMNS.map(({ label }) => label)]}>
        {rows.slice(0, shown).map((photo, index) => (
          <PhotoRow
            key={photo.id}
            photo={photo}
            draft={drafts.drafts.get(photo.id)}
            isListed={index >= unlistedCount}
            isSelected={selected.has(photo.id)}
            actions={actions}
            fill={drafts.fill}
          />
        ))}
      </Table>
      {hasMore && (
        <Button
          ref={passFocus}
          onClick={() => setShown(Math.min(shown, rows.length) + STEP)}
          busy={shown > rows.length && !list.isFailed}
          busyLabel="Loading..."
        >
          Show more photos
        </Button>
      )}
    </div>
  );
}

/** Help in the place of the `DraftBar`, which appears at the first change without moving the table. */
export const TableHelp = () => (
  <p className={styles.help}>
    {isTouchScreen() ||
      'Enter and the arrow keys move down a column, Alt+Enter starts a new line, Escape undoes a cell. '}
    Paste cells from a spreadsheet at any cell.
  </p>
);

/** Saves or discards all changes of the table. While it is shown, leaving the page asks first. */
export function DraftBar({ drafts, onSave }: { drafts: PhotoDrafts; onSave: () => void }) {
  const photos = formatPhotoCount(drafts.drafts.size);
  const { leave, confirmDialog } = useUnsavedChanges(true, drafts.discard, true);
  return (
    <section className={styles.bar} aria-label="Unsaved changes">
      {/* First: it returns the focus to its button before that passes it on. */}
      {confirmDialog}
      <p>{photos} changed</p>
      <Button ref={passFocus} onClick={leave} disabled={drafts.isSaving}>
        Discard
      </Button>
      <Button ref={passFocus} variant="primary" busy={drafts.isSaving} busyLabel="Saving..." onClick={onSave}>
        Save {photos}
      </Button>
    </section>
  );
}

/** Whether the text of a column can have several lines. */
const isMultiline = (column: Column) => column === 'description' || column === 'alt_text';

/** An on-screen keyboard has no Alt+Enter for a new line. */
const isTouchScreen = () => matchMedia('(pointer: coarse)').matches;

/** Number of rows that a key moves by. In a text with lines, arrow keys do so at its first and last character only. */
function moveOf(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { column, control }: TableCell,
): -1 | 0 | 1 {
  if (altKey || ctrlKey || metaKey) return 0;
  if (key === 'Enter') return shiftKey ? -1 : 1;
  if (shiftKey) return 0;
  const hasLines = isMultiline(column);
  if (key === 'ArrowDown' && (!hasLines || control.selectionEnd === control.value.length)) return 1;
  return key === 'ArrowUp' && (!hasLines || control.selectionStart === 0) ? -1 : 0;
}
