import { Button } from '@portfolio/ui';
import { useRef } from 'react';
import { ACCEPTED_TYPES } from '../../../../app/image/image-file.ts';
import { readFileInput } from '../files/read-files.ts';

interface ChooseButtonProps {
  source: 'photos' | 'folder';
  label: string;
  disabled?: boolean;
  /** Gets the image files, or an empty array. */
  onChoose: (files: File[]) => void;
}

/** Opens the file dialog for photos or a folder. Renders nothing where the browser cannot select folders. */
export function ChooseButton({ source, label, disabled, onChoose }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFolder = source === 'folder';
  if (isFolder && !('webkitdirectory' in HTMLInputElement.prototype)) return null;
  return (
    <>
      <Button
        variant="quiet"
        icon={isFolder ? 'galleries' : 'plus'}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
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
        disabled={disabled}
        accept={isFolder ? undefined : ACCEPTED_TYPES.join(',')}
        aria-label={isFolder ? 'Folder' : 'More photos'}
        onChange={({ target }) => void readFileInput(target).then((files) => files && onChoose(files))}
      />
    </>
  );
}
