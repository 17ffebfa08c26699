import { IsWholeNumber } from './is-whole-number.ts';

/** A port to listen on; 0 lets the system choose. */
export const IsPort = () => IsWholeNumber({ min: 0, max: 65_535, message: 'must be a port number' });
