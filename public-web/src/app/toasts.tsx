/** Says in passing that something has happened. */
export function notify(_message: string): void {}

/** Where passing messages appear. */
export function Toasts() {
  return null;
}
