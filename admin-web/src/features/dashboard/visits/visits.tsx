import { failureWithReason, fetchViewsCsv, viewReportQuery } from '@portfolio/api-client';
import type { ViewReportView } from '@portfolio/contracts';
import { Button, Segments } from '@portfolio/ui';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useCallback, useState, type ComponentType, type ReactNode } from 'react';
import toast from 'react-hot-toast';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { QuerySection } from '../../../app/components/query-section.tsx';
import { SiteFormatsContext } from '../../../app/date-time.tsx';
import { formatCount, formatNumber } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { Cell, Row, Table } from '../../../app/table/table.tsx';
import type { VisitChartProps } from './visit-chart.tsx';
import styles from './visits.module.css';

/** Chunk of its own, with the chart library. Its retry reloads the page, because browsers cache failed modules. */
const VisitChart = lazy<ComponentType<VisitChartProps>>(() =>
  import('./visit-chart.tsx').then(
    ({ VisitChart: Chart }) => ({ default: Chart }),
    () => ({
      default: () => <LoadFailure isInline title="Failed to load the chart" onRetry={() => location.reload()} />,
    }),
  ),
);

const PERIODS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: '1 year' },
];

/** Views and visitors of the public pages. */
export function Visits() {
  const { api } = useAdmin();
  const [days, setDays] = useState('30');
  const query = useQuery({ ...viewReportQuery(api, Number(days)), placeholderData: keepPreviousData });
  const csv = useMutation({
    mutationFn: () => fetchViewsCsv(api, Number(days)),
    onSuccess: (text) => saveFile(text, 'views.csv'),
    onError: (error) => void toast.error(failureWithReason(error, 'Failed to download the numbers')),
  });
  return (
    <section aria-labelledby="visits" aria-busy={query.isFetching}>
      <header className={styles.header}>
        <h2 id="visits" className={styles.title}>
          Visits
        </h2>
        <div className={styles.controls}>
          <Segments label="Period" options={PERIODS} value={days} onChange={setDays} />
          <Button busy={csv.isPending} busyLabel="Downloading..." onClick={() => csv.mutate()}>
            Download CSV
          </Button>
        </div>
      </header>
      <QuerySection query={query} contentName="visits">
        {(report) => <Report report={report} />}
      </QuerySection>
    </section>
  );
}

function Report({ report: { days, views, visitors, pages, referrers } }: { report: ViewReportView }) {
  const { paths } = useAdmin();
  const language = use(SiteFormatsContext)?.language ?? 'en';
  const nameOf = useCallback(
    (day: string) =>
      new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day)),
    [language],
  );
  if (views === 0) return <p className={styles.quiet}>No visits in this period.</p>;
  return (
    <>
      <p className={styles.legend}>
        <span data-series="views">{formatCount(views, 'view', 'views')}</span>
        <span data-series="visitors">{formatCount(visitors, 'daily visitor', 'daily visitors')}</span>
      </p>
      <Suspense fallback={<div className={styles.chart} />}>
        <VisitChart days={days} nameOf={nameOf} />
      </Suspense>
      <details className={styles.table}>
        <summary>Numbers by day</summary>
        <Table label="Visits by day" columns={['Day', 'Views', 'Visitors']}>
          {days.toReversed().map((day) => (
            <Row key={day.day}>
              <Cell>
                <time dateTime={day.day}>{nameOf(day.day)}</time>
              </Cell>
              <Cell>{formatNumber(day.views)}</Cell>
              <Cell>{formatNumber(day.visitors)}</Cell>
            </Row>
          ))}
        </Table>
      </details>
      <div className={styles.lists}>
        <TopList
          name="Pages"
          rows={pages.map(({ page, title, views: count }) => ({
            key: page,
            count,
            label:
              title === null ? (
                <span>Deleted {page.split('/')[1]}</span>
              ) : (
                <a href={paths.publicPage(page)} target="_blank" rel="noopener" dir="auto">
                  {title}
                </a>
              ),
          }))}
        />
        <TopList
          name="Referrers"
          rows={referrers.map(({ domain, views: count }) => ({ key: domain, count, label: <span>{domain}</span> }))}
        />
      </div>
    </>
  );
}

function TopList({ name, rows }: { name: string; rows: { key: string; label: ReactNode; count: number }[] }) {
  return (
    <div>
      <h3 className={styles.subtitle}>{name}</h3>
      {rows.length === 0 && <p className={styles.quiet}>None in this period.</p>}
      <ol className={styles.list} aria-label={name}>
        {rows.map(({ key, label, count }) => (
          <li key={key}>
            {label}
            <span>
              {formatNumber(count)}
              <span className="visually-hidden"> {count === 1 ? 'view' : 'views'}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Milliseconds for which a download can be read. */
const DOWNLOAD_MS = 60_000;

/** Downloads a text: a link would send no token. Spreadsheets recognise UTF-8 by the byte order mark. */
function saveFile(text: string, download: string): void {
  const href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href, download }).click();
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(href), DOWNLOAD_MS);
}
