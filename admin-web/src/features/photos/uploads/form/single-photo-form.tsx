import { updatePhoto, type Api } from '@portfolio/api-client';
import { UploadPhoto, type PhotoView } from '@portfolio/contracts';
import { Button, createStore, DialogActions, Progress } from '@portfolio/ui';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { asNumber, field, showFailure, useContractForm, useSessionDraft } from '../../../../app/forms/contract-form.ts';
import { DialogBody } from '../../../../app/forms/form-dialog.tsx';
import { useReportDirty } from '../../../../app/forms/unsaved-changes.tsx';
import { imageFault } from '../../../../app/image/image-file.ts';
import { useAdmin } from '../../../../app/layout/admin-context.ts';
import { refreshPhotos } from '../../cache/photo-cache.ts';
import { GallerySelect, PhotoField } from '../../edit/photo-fields.tsx';
import { useDuplicateCheck } from '../files/duplicate-check.ts';
import { useFileDetails } from '../files/file-details.ts';
import { NO_PHOTOS } from '../files/read-files.ts';
import { useFileDrop } from '../files/use-file-drop.ts';
import { classifyError, isUnreadable, UNREADABLE } from '../queue/failure-policy.ts';
import { findAccepted, photoTransfer, type TransferOptions } from '../queue/photo-transfer.ts';
import type { NewUpload } from '../queue/queued-upload.ts';
import { NO_SELECTION, useSelectedFiles, useUploads } from '../uploads-provider.tsx';
import { newBatchId } from './bulk-upload-entry.ts';
import { DuplicateQuestion } from './bulk-upload-row.tsx';
import { ImagePicker } from './image-picker.tsx';
import styles from './upload-form.module.css';
import { useUnmountSignal } from './use-unmount-signal.ts';
import { useUploadLimit } from './use-upload-limit.ts';

const FILE_TEXTS = ['title', 'description', 'alt_text'] as const;
type FileTexts = Partial<Record<(typeof FILE_TEXTS)[number], string | undefined>>;

/** Answer to the question whether to upload a duplicate. */
type Answer = typeof NO_ANSWER;
const NO_ANSWER = { file: undefined as File | undefined, uploadAnyway: false, timesRequired: 0 };

export interface UploadFormProps {
  onDirtyChange: (isDirty: boolean) => void;
  onClose: () => void;
}

/** Upload form for one photo. Its input survives a failed upload; leaving aborts a running one. */
export function SinglePhotoForm({ onDirtyChange, onClose }: UploadFormProps) {
  const { api } = useAdmin();
  const { selection, store } = useUploads();
  const image = useSelectedFiles().files[0];
  const queryClient = useQueryClient();
  const form = useContractForm(UploadPhoto, { title: '', is_for_sale: false }, 'upload-photo');
  const [progress, setProgress] = useState(0);
  const [send] = useState(() => singleUpload(api, queryClient));
  const unmountSignal = useUnmountSignal();
  const deleteCopy = useRef(() => {});
  const limit = useUploadLimit();
  const fault = image && imageFault(image, limit);
  const files = useMemo(() => (image && !fault ? [image] : []), [image, fault]);
  const { checked, settled } = useDuplicateCheck(files);
  const duplicate = image && checked.get(image);
  const [inFile, setInFile] = useState<FileTexts>();
  /** File whose texts these are. */
  const filledFrom = useRef<File>(undefined);
  const detailsRead = useFileDetails(files, (file, { title, description, altText }) => {
    // A text that was emptied since stays empty.
    if (filledFrom.current === file) return;
    filledFrom.current = file;
    const texts: FileTexts = { title, description, alt_text: altText };
    for (const name of FILE_TEXTS) {
      // Typed texts stay, also with another file.
      const isTyped = form.getValues(name) && form.getValues(name) !== inFile?.[name];
      if (!isTyped) form.setValue(name, texts[name] ?? '', { shouldValidate: form.formState.isSubmitted });
    }
    setInFile(texts);
  });
  // In a store, because it may change while a submit waits for the file's details.
  const [answers] = useState(() => createStore(NO_ANSWER));
  const answerFor = (answer: Answer) => (answer.file === image ? answer : NO_ANSWER);
  const { uploadAnyway, timesRequired } = answerFor(answers.use());

  const upload = useMutation({
    mutationFn: (photo: NewUpload) => {
      setProgress(0);
      deleteCopy.current();
      deleteCopy.current = store?.save(photo) ?? deleteCopy.current;
      return send(photo, { onProgress: setProgress, signal: unmountSignal() });
    },
    onSuccess: ({ id }) => {
      toast.success('Photo uploaded successfully!', { id: `uploaded ${id}` });
      void refreshPhotos(queryClient);
    },
    onError: async (error, { file }) => {
      if (await isUnreadable(file, error)) form.setError('root.server', { message: UNREADABLE });
      else showFailure(form, error, { otherwise: 'Failed to upload photo' });
    },
  });

  useEffect(() => () => deleteCopy.current(), []);
  const { isDirty, isSubmitting, errors } = form.formState;
  useReportDirty(isDirty || upload.isPending, onDirtyChange);
  useSessionDraft(
    'upload-photo file',
    () => (isDirty && inFile ? { file: filledFrom.current, inFile } : undefined),
    (draft) => {
      filledFrom.current = draft.file;
      setInFile(draft.inFile);
    },
  );

  const checkAndSend = form.handleSubmit(async (details) => {
    if (!image || fault) return;
    const sent = JSON.stringify(form.getValues());
    const now = await settled();
    // Another image was selected meanwhile, or the form was left.
    if (!now || selection.get().files[0] !== image || unmountSignal().aborted) return;
    const { contentHash, photo: existing } = now.get(image) ?? {};
    const answer = answerFor(answers.get());
    if (existing && !answer.uploadAnyway) {
      answers.set({ ...answer, file: image, timesRequired: answer.timesRequired + 1 });
      return;
    }
    // An emptied text stays empty: an absent one would come from the file.
    const { description = '', alt_text = '' } = details;
    const texts = inFile && { description, alt_text };
    const position = { batch_id: batchIdOf(image), batch_place: 0 };
    const photo = {
      file: image,
      details: { ...details, ...texts, ...position },
      contentHash,
      duplicateOf: existing?.id,
    };
    // Not after the form was left, which may be open for another photo. Later input is sent before it closes.
    const isSent = () => JSON.stringify(form.getValues()) === sent;
    upload.mutate(photo, { onSuccess: () => (isSent() ? onClose() : void submit()) });
  });

  // The texts of a new file replace those of the file before, and are validated again.
  const submit = form.handleSubmit(async () => {
    await detailsRead();
    await checkAndSend();
  });

  const [isEmpty, setEmpty] = useState(false);
  const choose = (chosen: File[]) => {
    if (unmountSignal().aborted) return;
    setEmpty(chosen.length === 0);
    if (chosen.length === 0) return;
    const isOne = chosen.length === 1;
    const selected = isOne || !image || fault ? chosen : withFirst(image, chosen);
    selection.set((now) => ({ ...now, files: selected, typed: isOne ? undefined : form.getValues() }));
  };
  const isDragging = useFileDrop(choose, { over: document, enabled: !upload.isPending });

  return (
    <form noValidate onSubmit={submit}>
      <DialogBody className={styles.fields}>
        <ImagePicker
          image={image}
          limit={limit}
          error={isEmpty ? NO_PHOTOS : fault}
          disabled={upload.isPending}
          isDragging={isDragging}
          onChoose={choose}
          onRemove={() => {
            setEmpty(false);
            selection.set((now) => ({ ...now, ...NO_SELECTION }));
          }}
        />
        <div role="status">
          {duplicate?.photo && image && (
            <DuplicateQuestion
              file={duplicate}
              uploadAnyway={uploadAnyway}
              timesRequired={timesRequired}
              onChange={(isForced) => answers.set({ file: image, uploadAnyway: isForced, timesRequired: 0 })}
            />
          )}
        </div>
        <PhotoField form={form} empty={undefined} name="title" fileText={inFile?.title} />
        <PhotoField form={form} empty={undefined} name="description" fileText={inFile?.description} />
        <div className={styles.twoColumns}>
          <GallerySelect {...field(form, 'gallery_id', { setValueAs: asNumber })} />
          <PhotoField form={form} empty={undefined} name="selling_price" />
        </div>
        <PhotoField form={form} empty={undefined} name="alt_text" fileText={inFile?.alt_text} />
        <PhotoField form={form} empty={undefined} name="is_for_sale" />
      </DialogBody>
      <DialogActions failure={errors.root?.server?.message}>
        {upload.isPending && (
          <div className={styles.progress}>
            <Progress label="Uploading the photo" value={progress} />
          </div>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!image || Boolean(fault)}
          busy={upload.isPending || isSubmitting}
          busyLabel="Uploading..."
        >
          Upload Photo
        </Button>
      </DialogActions>
    </form>
  );
}

/** Puts the file to which the typed details belong first. */
function withFirst(first: File, chosen: File[]): File[] {
  const isFirst = (file: File) =>
    file.name === first.name && file.size === first.size && file.lastModified === first.lastModified;
  return [first, ...chosen.filter((file) => !isFirst(file))];
}

/**
 * Upload of one photo with manual retries. After an earlier attempt, it searches for the photo before sending it again.
 *
 * @returns a function that rejects after an abort, even if the server has the photo. An abort does not stop `updatePhoto`.
 */
function singleUpload(api: Api, queryClient: QueryClient) {
  const transfer = photoTransfer(api, queryClient);
  /** Attempts whose photo the server has, or may have. */
  const attempts: NewUpload[] = [];

  /** Sends the fields unless all earlier attempts sent the same: the photo may be that of any of them. */
  const updated = async (photo: PhotoView, { details }: NewUpload, earlier: NewUpload[]): Promise<PhotoView> => {
    const typed = asUpdate(details);
    const isSame = earlier.every((attempt) => JSON.stringify(asUpdate(attempt.details)) === JSON.stringify(typed));
    return isSame ? photo : (await updatePhoto(api, photo.id, typed)).value.photo;
  };

  return async (upload: NewUpload, options: TransferOptions): Promise<PhotoView> => {
    const earlier = attempts.filter(({ file }) => file === upload.file);
    let accepted: PhotoView | undefined;
    for (const attempt of earlier) accepted ??= await findAccepted(attempt, transfer.find);
    options.signal.throwIfAborted();
    attempts.push(upload);
    try {
      // Also a sent one may be that of an earlier attempt, which the search did not find yet.
      return await updated(accepted ?? (await transfer.send(upload, options)), upload, earlier);
    } catch (error) {
      if (!['unreachable', 'retryable'].includes(classifyError(error))) attempts.pop();
      throw error;
    }
  };
}

const batchIds = new WeakMap<File, string>();

/** Batch of a file that is uploaded alone: the API adds a repeated upload of a batch once. */
function batchIdOf(file: File): string {
  const id = batchIds.get(file) ?? newBatchId();
  batchIds.set(file, id);
  return id;
}

/** Empty fields overwrite the values sent before. */
const asUpdate = ({ title, is_for_sale, description, alt_text, gallery_id, selling_price }: UploadPhoto) => ({
  title,
  is_for_sale,
  description: description ?? null,
  alt_text: alt_text ?? null,
  gallery_id: gallery_id ?? null,
  selling_price: selling_price ?? null,
});
