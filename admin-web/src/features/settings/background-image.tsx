import { failureMessage, uploadLimitsQuery } from '@portfolio/api-client';
import { focalPoint, LIMITS, type WebsiteSettingsView } from '@portfolio/contracts';
import { Button, ConfirmDialog, Icon, InlineFailure, once, Progress, Spinner } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type DragEvent } from 'react';
import { passFocus } from '../../app/components/pass-focus.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { ConflictDialog } from '../../app/conflict/conflict-dialog.tsx';
import type { FocalPoint } from '../../app/image/focal-point-picker.tsx';
import { ACCEPTED_TYPES, addMissingTypes, imageFault } from '../../app/image/image-file.ts';
import { BackgroundFocus, toFocusValue } from './background-focus.tsx';
import styles from './background-image.module.css';
import { Section } from './section.tsx';
import { useBackground, type ImageToUpload, type PickedImage, type PickImage } from './use-background.ts';
import { useSaveSetting } from './use-save-setting.ts';

interface BackgroundImageProps {
  settings: WebsiteSettingsView['settings'];
  /** Selected image before its upload. */
  picked: PickedImage | undefined;
  onPick: PickImage;
}

/** Background image of the public pages. A selected image shows in the preview before its upload. */
export function BackgroundImage({ settings, picked, onPick }: BackgroundImageProps) {
  const { api } = useAdmin();
  const background = settings.background_image;
  const { data: limits } = useQuery(uploadLimitsQuery(api));
  const megabytes = limits?.megabytes ?? LIMITS.uploadMegabytes;
  const { upload, newer, show, progress, cancel, remove } = useBackground(background);
  const [fault, setFault] = useState<string>();
  /** Key of the fault: screen readers announce an equal text only as a new element. */
  const [choices, setChoices] = useState(0);
  const [isConfirming, setConfirming] = useState(false);
  const { value, status, failure, version } = background;
  /** Unsaved focal point, and the version of the image that it belongs to: the address also changes with its renditions. */
  const [draft, setDraft] = useState<{ version: string; point: FocalPoint }>();
  const save = useSaveSetting('background_focus', () => 'Focal point saved!');
  const saved = settings.background_focus.value;
  // A draft equal to the saved value is dropped: it would become an unsaved change when another value is saved elsewhere.
  // During a save the saved value is still the old one.
  if (draft && !save.isPending && toFocusValue(draft.point) === toFocusValue(focalPoint(saved))) setDraft(undefined);
  const shown = picked?.url ?? (value && api.fileAddress(value));

  const choose = (file: File) => {
    const newFault = imageFault(file, megabytes);
    setFault(newFault);
    setChoices((count) => count + 1);
    upload.reset();
    onPick(newFault ? undefined : { file, replaces: version });
  };
  const discard = () => onPick(undefined);
  const send = (image: ImageToUpload) => upload.mutate(image, { onSuccess: discard });

  return (
    <Section
      id="background"
      title="Background Image"
      about="The background of the main page title section, or of every page if you choose so below."
    >
      <div tabIndex={-1} className={styles.background}>
        {shown && !picked && status !== 'processing' && (
          <BackgroundFocus
            source={shown}
            saved={saved}
            draft={draft?.version === version ? draft.point : undefined}
            onDraftChange={(point) => setDraft({ version, point })}
            isSaving={save.isPending}
            onSave={save.mutate}
          />
        )}
        {shown && (picked || status === 'processing') && (
          <figure className={styles.image}>
            <img src={shown} alt={picked ? `Chosen: ${picked.file.name}` : 'Background image'} />
          </figure>
        )}
        <p role="status" className={styles.state}>
          {picked && !upload.isPending && 'Not uploaded yet: the preview shows what it would look like.'}
          {!picked && status === 'processing' && (
            <>
              <Spinner size="small" label={null} /> Being prepared. Visitors see it in a moment.
            </>
          )}
        </p>
        {upload.isPending && <Progress label="Uploading the background image" value={progress} />}
        {picked ? (
          // Without a key Cancel would become Remove Image, and keep the focus.
          <div key="upload" className={styles.actions}>
            <Button
              ref={passFocus}
              variant="primary"
              icon="upload"
              busy={upload.isPending}
              busyLabel="Uploading..."
              onClick={once(() => send(picked))}
            >
              Upload Image
            </Button>
            <Button
              ref={passFocus}
              onClick={() => {
                cancel();
                discard();
              }}
            >
              Cancel
            </Button>
          </div>
        ) : (
          <div className={styles.actions}>
            <ImageInput
              label={value ? 'Replace Image' : 'Choose Image'}
              hint={`Max ${megabytes}MB`}
              isZone={!value}
              onChoose={choose}
            />
            {status !== 'absent' && (
              <Button ref={passFocus} icon="trash" onClick={() => setConfirming(true)}>
                Remove Image
              </Button>
            )}
          </div>
        )}
        {fault && <InlineFailure key={choices}>{fault}</InlineFailure>}
        {upload.isError && picked && !newer && (
          <InlineFailure>{failureMessage(upload.error, 'Failed to upload image')}</InlineFailure>
        )}
        {!picked && status === 'failed' && (
          <InlineFailure>{failure ?? 'The image could not be processed. Please choose another.'}</InlineFailure>
        )}
      </div>
      {picked && newer && (
        <ConflictDialog
          fields={[
            {
              label: 'Background Image',
              ours: <img className={styles.compared} src={picked.url} alt={picked.file.name} />,
              theirs: newer.value && (
                <img className={styles.compared} src={api.fileAddress(newer.value)} alt="The newer image" />
              ),
            },
          ]}
          onSaveMine={() => send({ file: picked.file, replaces: newer.version })}
          onUseNewer={() => {
            discard();
            upload.reset();
            void show(newer);
          }}
          onClose={upload.reset}
        />
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Remove Background Image"
          confirmLabel="Remove"
          busy={remove.isPending}
          busyLabel="Removing..."
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setConfirming(false) })}
          onClose={() => setConfirming(false)}
        >
          Are you sure you want to remove the background image?
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface ImageInputProps {
  label: string;
  hint: string;
  /** Large drop zone instead of a button. */
  isZone: boolean;
  onChoose: (file: File) => void;
}

/** File input for one image, with drop. */
function ImageInput({ label, hint, isZone, onChoose }: ImageInputProps) {
  const id = useId();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setDraggedOver(isOver);
  };
  const choose = (input: HTMLElement | null, files: FileList | null) => {
    // The focused control may be about to disappear, and after a drop the focus may be on `body`.
    input?.focus({ preventScroll: true });
    const chosen = [...(files ?? [])].slice(0, 1);
    void addMissingTypes(chosen).then(([file]) => file && onChoose(file));
  };

  return (
    <div className={isZone ? styles.zoneFrame : styles.beside}>
      <input
        ref={passFocus}
        id={id}
        type="file"
        className={`visually-hidden ${styles.input}`}
        accept={ACCEPTED_TYPES.join(',')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          choose(target, target.files);
          // Lets the same file be chosen again.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={`${isZone ? styles.zone : styles.button} ${isDraggedOver ? styles.draggedOver : ''}`}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          choose(event.currentTarget.control, event.dataTransfer.files);
        }}
      >
        <Icon name="upload" size={isZone ? 24 : 18} />
        {label}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
