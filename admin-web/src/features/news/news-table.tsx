import { type Api, failureMessage, newsPagesQuery, updateNewsItem } from '@portfolio/api-client';
import type { NewsItemView } from '@portfolio/contracts';
import { IconButton, Switch } from '@portfolio/ui';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { passFocus } from '../../app/components/pass-focus.ts';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { scheduleBadge, useScheduleChanges } from '../../app/schedule/schedule-badge.ts';
import { StatusBadge } from '../../app/schedule/status-badge.tsx';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import { DateTime } from '../../app/date-time.tsx';
import styles from './news.module.css';

const ACTIVE = { label: 'Active', tone: 'good' } as const;
const INACTIVE = { label: 'Inactive', tone: 'quiet' } as const;

/** Characters of an excerpt in the table. */
const EXCERPT_LENGTH = 140;

/** Beginning of a text, cut between words, with an ellipsis. */
export function excerptOf(text: string, length = EXCERPT_LENGTH): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const start = characters.slice(0, length).join('');
  return `${start.replace(/\s+\S*$/, '').replace(/[\s.,;:…]+$/, '')}…`;
}

/** Name of an item for labels: headline, else excerpt, else id. */
export const nameOf = ({ id, headline, content }: NewsItemView): string =>
  headline ?? (content ? excerptOf(content, 40) : `news item ${id}`);

/** Whether an address is safe as a link. */
export const isWebAddress = (link: string): boolean => /^https?:\/\//i.test(link);

export interface NewsTableProps {
  items: NewsItemView[];
  onEdit: (item: NewsItemView) => void;
  onDelete: (item: NewsItemView) => void;
}

export function NewsTable({ items, onEdit, onDelete }: NewsTableProps) {
  return (
    <Table label="News" columns={['Headline', 'Content', 'Link', 'Status', 'Created', 'Actions']}>
      {items.map((item) => (
        <NewsRow key={item.id} item={item} onEdit={onEdit} onDelete={onDelete} />
      ))}
    </Table>
  );
}

function NewsRow({ item, onEdit, onDelete }: Omit<NewsTableProps, 'items'> & { item: NewsItemView }) {
  const { headline, content, is_active, created_at } = item;
  const active = useActiveSwitch(item);
  useScheduleChanges(item);
  const badge = (is_active && scheduleBadge(item)) || (is_active ? ACTIVE : INACTIVE);
  return (
    <Row>
      <Cell kind="main">
        {headline === null ? (
          <span className={styles.none}>No headline</span>
        ) : (
          <bdi className={styles.headline}>{headline}</bdi>
        )}
      </Cell>
      <Cell label="Content">
        {content ? (
          <span className={styles.content} dir="auto">
            {excerptOf(content)}
          </span>
        ) : (
          <span className={styles.none}>No content</span>
        )}
      </Cell>
      <Cell label="Link">
        <Link address={item.link} />
      </Cell>
      <Cell label="Status">
        <span className={styles.status}>
          <Switch
            label={`Active: ${nameOf(item)}`}
            isLabelHidden
            checked={is_active}
            busy={active.isPending}
            onChange={active.mutate}
          />
          <StatusBadge {...badge} />
        </span>
      </Cell>
      <Cell label="Created">
        <span className={styles.created}>
          <DateTime at={created_at} precision="day" />
        </span>
      </Cell>
      <Cell kind="actions">
        <IconButton label={`Edit ${nameOf(item)}`} icon="edit" onClick={() => onEdit(item)} />
        <IconButton ref={passFocus} label={`Delete ${nameOf(item)}`} icon="trash" onClick={() => onDelete(item)} />
      </Cell>
    </Row>
  );
}

function Link({ address }: { address: string | null }) {
  if (!address) return <span className={styles.none}>No link</span>;
  if (!isWebAddress(address)) return <span className={styles.link}>{address}</span>;
  return (
    <a className={styles.link} href={address} target="_blank" rel="noopener" title={address}>
      {address}
    </a>
  );
}

/** Changes an item in the cached list. */
export function changeInList(queryClient: QueryClient, api: Api, id: number, changes: Partial<NewsItemView>): void {
  queryClient.setQueryData(
    newsPagesQuery(api).queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          news: page.news.map((item) => (item.id === id ? { ...item, ...changes } : item)),
        })),
      },
  );
}

/** Shows or hides a news item on the site, optimistically. */
function useActiveSwitch({ id }: NewsItemView) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const setActiveInCache = (is_active: boolean) => changeInList(queryClient, api, id, { is_active });

  return useOptimisticMutation({
    mutationKey: ['switch news'],
    ids: () => [id],
    mutationFn: (is_active: boolean) => updateNewsItem(api, id, { is_active }),
    queryKey: newsPagesQuery(api).queryKey,
    apply: (is_active) => {
      setActiveInCache(is_active);
      return () => setActiveInCache(!is_active);
    },
    success: 'News updated successfully!',
    failure: (error) => failureMessage(error, 'Failed to update news'),
    onIdle: () => void queryClient.invalidateQueries({ queryKey: ['news'] }),
  });
}
