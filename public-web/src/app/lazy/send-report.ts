import { Api, logFault } from '@portfolio/api-client';

export const sendReport = (error: unknown): Promise<unknown> => logFault(new Api(), error);
