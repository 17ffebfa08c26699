import { exportQuery, failureMessage, removeExport, startExport, storageUsageQuery } from '@portfolio/api-client';
import type { ExportView, StartExport, StorageUsageView } from '@portfolio/contracts';
import { Button, ConfirmDialog, InlineFailure, once, Progress } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { QuerySection } from '../../../app/components/query-section.tsx';
import { DateTime } from '../../../app/date-time.tsx';
import { formatFileSize, formatNumber } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { ImportSite } from '../import/import-site.tsx';
import { Section } from '../section.tsx';
import styles from './export-page.module.css';

/** Milliseconds between two refetches while an export runs. */
const REFETCH_INTERVAL_MS = 2_000;
/** Milliseconds between two refetches of an archive whose end this device's wrong clock puts in the past or too far ahead. */
const WRONG_CLOCK_INTERVAL_MS = 60_000;
/** Milliseconds; longer timers run at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds until the next refetch: soon while an export runs, at the end of an archive. */
function refetchIntervalOf(current: ExportView | null | undefined): number | false {
  if (current?.status === 'running') return REFETCH_INTERVAL_MS;
  if (current?.status !== 'ready') return false;
  const remaining = Date.parse(current.expires_at) - Date.now();
  return remaining > 0 && remaining <= MAX_TIMER_MS ? remaining : WRONG_CLOCK_INTERVAL_MS;
}

export function ExportPage() {
  return (
    <>
      <ExportSite />
      <ImportSite />
    </>
  );
}

/** The whole site as one file to download, and the storage that it uses. */
function ExportSite() {
  const { api } = useAdmin();
  const usageQuery = useQuery(storageUsageQuery(api));
  const query = useQuery({
    ...exportQuery(api),
    refetchInterval: ({ state }) => refetchIntervalOf(state.data?.export),
    // Intervals pause while the page is hidden.
    refetchOnWindowFocus: true,
  });
  return (
    <Section
      id="export"
      title="Export"
      about="Take your site with you: one file with every original photo, all texts, galleries, comments, messages and settings. It holds private data, so store it safely. The file is a BagIt archive that other programs can read, and a site can be restored from it."
    >
      <QuerySection query={usageQuery} contentName="the storage used">
        {(used) => <StorageUsed {...used} />}
      </QuerySection>
      <QuerySection query={query} contentName="the export" className={styles.content}>
        {({ export: current }) => <ExportState current={current} />}
      </QuerySection>
    </Section>
  );
}

function StorageUsed({ originals, renditions }: StorageUsageView) {
  const sizes = { 'Storage used': originals + renditions, Originals: originals, 'Sizes for visitors': renditions };
  return (
    <dl className={styles.storage}>
      {Object.entries(sizes).map(([name, bytes]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatFileSize(bytes)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Texts of the live region and of the button. */
const TEXTS: Record<ExportView['status'], { status: string; button: string }> = {
  running: { status: 'Your site is being exported. You can leave this page.', button: 'Export' },
  ready: { status: 'The export is ready.', button: 'Export Again' },
  failed: { status: '', button: 'Try Again' },
};

function ExportState({ current }: { current: ExportView | null }) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const refetch = () => queryClient.invalidateQueries(exportQuery(api));
  const start = useMutation({
    mutationFn: (options: StartExport) => startExport(api, options),
    onSuccess: (response) => queryClient.setQueryData(exportQuery(api).queryKey, response),
    onError: (error) => {
      toast.error(failureMessage(error, 'Failed to start the export'));
      // The request may have arrived.
      void refetch();
    },
  });
  const remove = useMutation({
    mutationFn: () => removeExport(api),
    onSuccess: () => void toast.success('Export removed'),
    onError: (error) => void toast.error(failureMessage(error, 'Failed to remove the export')),
    onSettled: () => {
      setConfirming(false);
      // A 404 says that another tab has removed it.
      return refetch();
    },
  });
  const isRunning = current?.status === 'running' || start.isPending;

  return (
    <>
      <p role="status" className={styles.status}>
        {current && TEXTS[current.status].status}
      </p>
      {current?.status === 'running' && <ExportProgress progress={current.progress} />}
      {current?.status === 'ready' && (
        <p className={styles.ready}>
          <a className={styles.download} href={api.fileAddress(current.url)} download>
            Download ({formatFileSize(current.bytes)})
          </a>
          <span>
            until <DateTime at={current.expires_at} />
          </span>
        </p>
      )}
      {current?.status === 'failed' && <InlineFailure>The export failed. {current.failure}</InlineFailure>}
      <div className={styles.actions}>
        {/* Busy instead of gone while an export runs, so that the focus stays. */}
        <Button
          variant={current?.status === 'ready' ? 'secondary' : 'primary'}
          busy={isRunning}
          busyLabel="Exporting..."
          onClick={once(() => start.mutate({}))}
        >
          {current ? TEXTS[current.status].button : 'Export'}
        </Button>
        {current?.status === 'failed' && current.has_losses && (
          <Button ref={passFocus} busy={isRunning} onClick={once(() => start.mutate({ accept_losses: true }))}>
            Export Anyway
          </Button>
        )}
        {current?.status === 'ready' && !isRunning && (
          <Button
            ref={passFocus}
            variant="quiet"
            busy={remove.isPending}
            busyLabel="Removing..."
            onClick={() => setConfirming(true)}
          >
            Remove
          </Button>
        )}
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="Remove export?"
          confirmLabel="Remove"
          busy={remove.isPending}
          busyLabel="Removing..."
          onConfirm={() => remove.mutate()}
          onClose={() => setConfirming(false)}
        >
          The link ends at once. You can export your site again at any time.
        </ConfirmDialog>
      )}
    </>
  );
}

function ExportProgress({ progress }: { progress: { done: number; total: number } | null }) {
  const { done, total } = progress ?? { done: 0, total: 0 };
  return (
    <div className={styles.progress}>
      <Progress label="Exporting your site" value={total === 0 ? 0 : done / total} />
      <p>{progress ? `${formatNumber(done)} of ${formatNumber(total)} original photos` : 'Preparing...'}</p>
    </div>
  );
}
