import { failureMessage, importArchive, importQuery } from '@portfolio/api-client';
import type { ImportProgressView, ImportResponse } from '@portfolio/contracts';
import { Button, InlineFailure, Progress } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { QuerySection } from '../../../app/components/query-section.tsx';
import { tokenStore } from '../../../app/data/token-store.ts';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import { formatFileSize, formatNumber } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './import-site.module.css';
import { Section } from '../section.tsx';

/** Makes an empty site a copy of another one. The end of the import ends the session. */
export function ImportSite() {
  const { api } = useAdmin();
  const content = useRef<HTMLDivElement>(null);
  const [file, setFile] = useState<File>();
  const query = useQuery(importQuery(api));
  const { data: site } = query;
  const running = site?.import?.status === 'running' ? site.import : undefined;
  useEffect(() => {
    if (site) tokenStore.setImporting(site.import?.status === 'running');
  }, [site]);

  return (
    <Section
      id="import"
      title="Import"
      about="Makes a new site a copy of another one, from the .tar file of its export."
    >
      {/* The site may not respond while the import replaces it. */}
      <QuerySection query={running ? { ...query, error: null } : query} contentName="the import" ref={content}>
        {(loaded) => {
          if (running) return <RunningImport progress={running.progress} />;
          if (!loaded.is_empty) return <SiteInUse site={loaded} />;
          const focusContent = () => content.current?.focus({ preventScroll: true });
          return <ChooseArchive site={loaded} file={file} onChoose={setFile} onStarted={focusContent} />;
        }}
      </QuerySection>
    </Section>
  );
}

function SiteInUse({ site }: { site: ImportResponse }) {
  return (
    <div className={styles.import}>
      {/* A visitor's message, for example, came before the end of the import. */}
      {site.import?.status === 'failed' && (
        <div className={styles.failure}>
          <InlineFailure>{site.import.failure}</InlineFailure>
        </div>
      )}
      <p className={styles.state}>This site is not empty. Start a new site, and open this page there.</p>
    </div>
  );
}

function RunningImport({ progress }: { progress: ImportProgressView | null }) {
  const { stage, done, total } = progress ?? { stage: 'check', done: 0, total: 1 };
  const label = stage === 'check' ? 'Checking the archive' : 'Importing the site';
  return (
    <div className={styles.import}>
      <Progress label={label} value={total === 0 ? 1 : done / total} />
      <p className={styles.state}>
        <span role="status">{label}.</span>{' '}
        {stage === 'originals' && `${formatNumber(done)} of ${formatNumber(total)} original photos. `}
        You may leave this page. At the end you sign in with an account of the imported site.
      </p>
    </div>
  );
}

interface ChooseArchiveProps {
  site: ImportResponse;
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
  onStarted: () => void;
}

/** Picks an archive and uploads it. */
function ChooseArchive({ site, file, onChoose, onStarted }: ChooseArchiveProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const abort = useRef<AbortController>(null);
  const [progress, setProgress] = useState(0);
  const [isUploaded, setUploaded] = useState(false);
  const [isFailureSeen, setFailureSeen] = useState(false);
  useUnsavedChanges(file !== undefined);
  const upload = useMutation({
    mutationFn: (archive: File) => {
      abort.current = new AbortController();
      setProgress(0);
      setUploaded(false);
      setFailureSeen(true);
      const options = { onProgress: setProgress, onUploaded: () => setUploaded(true), signal: abort.current.signal };
      return importArchive(api, archive, site.part_bytes, options);
    },
    onSuccess: (started) => {
      onStarted();
      // It may have failed before the response.
      setFailureSeen(false);
      queryClient.setQueryData(importQuery(api).queryKey, started);
    },
  });
  // Leaving the page stops the upload.
  useEffect(() => () => abort.current?.abort(), []);

  const choose = (chosen: File | undefined) => {
    abort.current?.abort();
    upload.reset();
    setFailureSeen(true);
    onChoose(chosen);
    // Another button takes the place of the pressed one.
    setTimeout(() => button.current?.focus());
  };
  const lastFailure = site.import?.status === 'failed' && !upload.isPending && !isFailureSeen && site.import.failure;
  const failure = upload.isError ? failureMessage(upload.error, 'Failed to upload the archive') : lastFailure;

  return (
    <div className={styles.import}>
      <p className={styles.state}>
        {file ? (
          <>
            <bdi>{file.name}</bdi> ({formatFileSize(file.size)}) replaces this site and your account. Afterwards you
            sign in with an account of the imported site.
          </>
        ) : (
          'This site is empty, so it can become another one.'
        )}
      </p>
      {upload.isPending && <Progress label="Uploading the archive" value={progress} />}
      {failure && (
        <div className={styles.failure}>
          <InlineFailure>{failure}</InlineFailure>
        </div>
      )}
      <div className={styles.actions}>
        {file ? (
          <>
            <Button
              ref={button}
              variant="primary"
              icon="upload"
              busy={upload.isPending}
              busyLabel="Uploading..."
              onClick={() => upload.mutate(file)}
            >
              {failure ? 'Try Again' : 'Import Site'}
            </Button>
            {/* The start of the import cannot be cancelled. */}
            {!(upload.isPending && isUploaded) && (
              <Button ref={passFocus} onClick={() => choose(undefined)}>
                Cancel
              </Button>
            )}
          </>
        ) : (
          <Button ref={button} icon="upload" onClick={() => input.current?.click()}>
            Choose Archive
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".tar,application/x-tar"
          aria-label="Archive"
          onChange={({ target }) => {
            if (target.files?.[0]) choose(target.files[0]);
            // Lets the same file be chosen again.
            target.value = '';
          }}
        />
      </div>
    </div>
  );
}
