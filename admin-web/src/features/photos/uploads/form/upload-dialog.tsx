import { FormDialog } from '../../../../app/forms/form-dialog.tsx';
import { useSelectedFiles } from '../uploads-provider.tsx';
import { BulkUploadForm } from './bulk-upload-form.tsx';
import { SinglePhotoForm } from './single-photo-form.tsx';

/**
 * Upload dialog for one photo with all details, or several with their titles. The Cancel button discards input without
 * confirmation.
 */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const isBulk = useSelectedFiles().files.length > 1;
  const Form = isBulk ? BulkUploadForm : SinglePhotoForm;
  return (
    <FormDialog title={isBulk ? 'Upload Photos' : 'Upload Photo'} onClose={onClose}>
      {({ onDirtyChange }) => <Form onDirtyChange={onDirtyChange} onClose={onClose} />}
    </FormDialog>
  );
}
