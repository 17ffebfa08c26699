import type { ExportResponse, MessageResponse, StartExport, StorageUsageView } from '@portfolio/contracts';
import type { Api } from './http.ts';
import { getQuery } from './queries.ts';

export const exportQuery = (api: Api) => getQuery<ExportResponse>(api, ['export'], '/admin/export');

/** Bytes of all originals and renditions. */
export const storageUsageQuery = (api: Api) =>
  getQuery<StorageUsageView>(api, ['storage-usage'], '/admin/export/storage');

/** Starts an export; a running one continues. */
export const startExport = (api: Api, options: StartExport) => api.post<ExportResponse>('/admin/export', options);

export const removeExport = (api: Api) => api.delete<MessageResponse>('/admin/export');
