import { Button, type IconName } from '@portfolio/ui';
import { useRef } from 'react';
import { ACCEPTED_TYPES } from '../../../../app/image/image-file.ts';
import { selectedFiles } from '../files/read-files.ts';

export interface ChooseButtonProps {
  what: 'photos' | 'folder';
  label: string;
  disabled?: boolean;
  /** Given the files that are meant, which may be none. */
  onChoose: (files: File[]) => void;
}

const ICONS: Record<ChooseButtonProps['what'], IconName> = { photos: 'plus', folder: 'galleries' };

/** Opens the browser's own choice of photos, or of a folder of them. Nothing where the browser cannot open a folder. */
export function ChooseButton({ what, label, disabled, onChoose }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFolder = what === 'folder';
  if (isFolder && !('webkitdirectory' in HTMLInputElement.prototype)) return null;
  return (
    <>
      <Button variant="quiet" icon={ICONS[what]} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          if (element) element.webkitdirectory = isFolder;
        }}
        type="file"
        hidden
        multiple
        accept={isFolder ? undefined : ACCEPTED_TYPES.join(',')}
        aria-label={isFolder ? 'Folder' : 'More photos'}
        onChange={({ target }) => void selectedFiles(target).then((files) => files && onChoose(files))}
      />
    </>
  );
}
