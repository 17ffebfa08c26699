/** Under which Nest provides the Storage: an interface leaves no name behind at run time. */
export const STORAGE = Symbol('Storage');
