import { TOAST_FADE_OUT_MS, ToastList as List } from '@portfolio/ui/toasts';
import { toast, useToaster } from 'react-hot-toast/headless';
import { TOAST_TIME, type Toast } from '../layout/toasts.tsx';

export function addToast({ message, isAlert }: Toast): void {
  (isAlert ? toast.error : toast)(message, { duration: TOAST_TIME, removeDelay: TOAST_FADE_OUT_MS });
}

export function ToastList({ region }: { region: HTMLElement }) {
  const { toasts, handlers } = useToaster();
  return <List toasts={toasts} handlers={handlers} onDismiss={toast.dismiss} region={region} />;
}
