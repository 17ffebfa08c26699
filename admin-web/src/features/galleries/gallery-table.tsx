import { DndContext, useDraggable } from '@dnd-kit/core';
import { allGalleriesQuery, failureMessage, updateGallery } from '@portfolio/api-client';
import type { GalleryView, GalleryVisibility } from '@portfolio/contracts';
import { Icon, IconButton, Notice, Switch, TextField } from '@portfolio/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useId, useRef, useState, type ComponentProps } from 'react';
import { passFocus } from '../../app/components/pass-focus.ts';
import { Thumbnail } from '../../app/components/thumbnail.tsx';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { formatCount } from '../../app/format-number.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { scheduleBadge, useScheduleChanges } from '../../app/schedule/schedule-badge.ts';
import { StatusBadge } from '../../app/schedule/status-badge.tsx';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import styles from './gallery-table.module.css';
import { refreshGalleries } from './refresh-galleries.ts';
import { useGalleryOrder } from './use-gallery-order.ts';

/** Number of galleries above which there is a search field. */
const MAX_WITHOUT_SEARCH = 20;

const BADGES: Record<GalleryVisibility, { label: string; tone: 'good' | 'quiet' | 'accent' }> = {
  public: { label: 'Active', tone: 'good' },
  unlisted: { label: 'Unlisted', tone: 'accent' },
  private: { label: 'Private', tone: 'accent' },
  hidden: { label: 'Inactive', tone: 'quiet' },
};

interface GalleryTableProps {
  galleries: GalleryView[];
  onEdit: (gallery: GalleryView) => void;
  onDelete: (gallery: GalleryView) => void;
}

/** Table of galleries, with a search for many. */
export function GalleryList({ galleries, ...actions }: GalleryTableProps) {
  const [search, setSearch] = useState('');
  // The field stays when few are left, so that it can be cleared.
  const [isSearchable, setSearchable] = useState(false);
  if (!isSearchable && galleries.length > MAX_WITHOUT_SEARCH) setSearchable(true);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const found = galleries.filter(({ title, slug }) => title.toLowerCase().includes(wanted) || slug.includes(wanted));
  return (
    <>
      {isSearchable && (
        <div className={styles.bar}>
          <TextField
            label="Search galleries"
            type="search"
            placeholder="Title or URL Identifier"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <p role="status" className={styles.total}>
            {formatCount(found.length, 'gallery', 'galleries')}
          </p>
        </div>
      )}
      {found.length > 0 ? (
        <GalleryTable galleries={found} {...actions} />
      ) : (
        <Notice title="No galleries found">Try other words.</Notice>
      )}
    </>
  );
}

/** Table in the order of the public pages. A handle in each row changes that order. */
function GalleryTable({ galleries, ...actions }: GalleryTableProps) {
  const { box, sensors, dragging, shown, lift, announcement, onKeyDown, onBlur } = useGalleryOrder(galleries);
  const hint = useId();
  return (
    <DndContext sensors={sensors} {...dragging}>
      <div ref={box}>
        <Table label="Galleries" columns={['Title', 'URL Identifier', 'Status', 'Photos', 'Actions']}>
          {shown.map((gallery, index) => (
            <GalleryRow
              key={gallery.id}
              gallery={gallery}
              number={index + 1}
              isLifted={lift?.id === gallery.id}
              handle={{ 'aria-describedby': hint, onKeyDown: (event) => onKeyDown(event, index), onBlur }}
              {...actions}
            />
          ))}
        </Table>
      </div>
      <p id={hint} className="visually-hidden">
        To move it press Space, then the arrow keys, Home or End, and Space again.
      </p>
      <p role="status" aria-live="assertive" className="visually-hidden">
        {announcement}
      </p>
    </DndContext>
  );
}

interface GalleryRowProps extends Omit<GalleryTableProps, 'galleries'> {
  gallery: GalleryView;
  /** Position in the table, from 1. */
  number: number;
  isLifted: boolean;
  handle: Pick<ComponentProps<'button'>, 'aria-describedby' | 'onKeyDown' | 'onBlur'>;
}

function GalleryRow({ gallery, number, isLifted, handle, onEdit, onDelete }: GalleryRowProps) {
  const { paths } = useAdmin();
  const setActive = useSetActive(gallery.id);
  const { setNodeRef, listeners } = useDraggable({ id: gallery.id });
  useScheduleChanges(gallery);
  const { title, slug, is_active, visibility, photo_count, preview_image, preview } = gallery;
  /** Comes before the visibility, which holds during it. */
  const schedule = visibility === 'hidden' ? undefined : scheduleBadge(gallery);
  return (
    <Row ref={setNodeRef} isLifted={isLifted}>
      <Cell kind="main">
        <span className={styles.title}>
          <button
            type="button"
            className={styles.handle}
            aria-label={`Move ${title}, number ${number}`}
            {...listeners}
            {...handle}
          />
          <Thumbnail address={preview_image} focus={preview ?? undefined} />
          <bdi>{title}</bdi>
        </span>
      </Cell>
      <Cell label="URL Identifier">
        <span className={styles.slug}>{slug}</span>
      </Cell>
      <Cell label="Status">
        <span className={styles.status}>
          {/* Private and unlisted galleries have no switch: one click must not publish them. */}
          {(visibility === 'public' || visibility === 'hidden') && (
            <Switch label={`${title} is active`} isLabelHidden checked={is_active} busy={false} onChange={setActive} />
          )}
          {schedule && <StatusBadge {...schedule} />}
          {!(schedule && visibility === 'public') && <StatusBadge {...BADGES[visibility]} />}
        </span>
      </Cell>
      <Cell label="Photos">
        <span className={styles.count}>{photo_count}</span>
      </Cell>
      <Cell kind="actions">
        <span className={styles.actions}>
          <a
            className={styles.view}
            href={paths.publicGallery(slug)}
            target="_blank"
            rel="noopener"
            aria-label={`View ${title} in a new tab`}
            title="View in a new tab"
          >
            <Icon name="external" />
          </a>
          <IconButton label={`Edit ${title}`} icon="edit" onClick={() => onEdit(gallery)} />
          <IconButton ref={passFocus} label={`Delete ${title}`} icon="trash" onClick={() => onDelete(gallery)} />
        </span>
      </Cell>
    </Row>
  );
}

/** Shows or hides a gallery on the site, optimistically. Requests of one gallery run one after another. */
function useSetActive(id: number): (isActive: boolean) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = allGalleriesQuery(api);
  const show = (is_active: boolean) =>
    queryClient.setQueryData(queryKey, (galleries) =>
      galleries?.map((gallery) =>
        gallery.id === id ? { ...gallery, is_active, visibility: is_active ? 'public' : 'hidden' } : gallery,
      ),
    );
  /** Last saved value, while requests are pending. */
  const saved = useRef<boolean>(undefined);
  const mutationKey = ['switch gallery', id];
  return useOptimisticMutation({
    mutationKey,
    scope: { id: `switch gallery ${id}` },
    mutationFn: async (is_active: boolean) => {
      await updateGallery(api, id, { is_active });
      saved.current = is_active;
    },
    queryKey,
    apply: (is_active) => {
      saved.current ??= queryClient.getQueryData(queryKey)?.find((gallery) => gallery.id === id)?.is_active;
      show(is_active);
      return () => show(saved.current ?? !is_active);
    },
    success: 'Gallery updated successfully!',
    failure: (error) => failureMessage(error, 'Failed to update gallery'),
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) saved.current = undefined;
    },
    onIdle: () => refreshGalleries(queryClient),
  }).mutate;
}
