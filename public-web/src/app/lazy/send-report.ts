import { Api, logFault } from '@portfolio/api-client';
import { readToken } from '../data/session.ts';

export const sendReport = (error: unknown): Promise<unknown> => logFault(new Api({ token: readToken }), error);
