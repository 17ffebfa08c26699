import { IsOptionalBoolean } from './validation.ts';

/** The body of POST /admin/export. */
export class StartExport {
  /** Exports although original files are missing (left out) or damaged (copied as they are). @example false */
  @IsOptionalBoolean('Accept losses')
  accept_losses?: boolean;
}

/** An export that waits for the worker or is being written. */
export interface RunningExportView {
  status: 'running';
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
  /** Original files written so far, and all of them; null before the first. */
  progress: ExportProgressView | null;
}

export interface ExportProgressView {
  /** @example 120 */
  done: number;
  /** @example 480 */
  total: number;
}

/** An archive to download. */
export interface ReadyExportView {
  status: 'ready';
  /** Time of the archive. @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
  /** Size of the archive. @example 1288490188 */
  bytes: number;
  /** When the link expires. @format date-time @example "2026-03-15T09:26:53.000Z" */
  expires_at: string;
  /** Link to the archive, which needs no sign-in. @example "/api/exports/download?token=9f86d081884c7d659a2feaa0c55ad015" */
  url: string;
}

/** An export that failed for good. */
export interface FailedExportView {
  status: 'failed';
  /** Time of the failure. @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
  /** Cause of the failure, for the user. @example "The storage is full." */
  failure: string;
  /** Whether the cause is missing or damaged originals, which `accept_losses` accepts. @example false */
  has_losses: boolean;
}

export type ExportView = RunningExportView | ReadyExportView | FailedExportView;

/** Size of the site's files as the database records it. */
export interface StorageUsageView {
  /** Bytes of original files, those in the trash included. @example 1288490188 */
  originals: number;
  /** Bytes of the sizes that visitors see. @example 2190433320 */
  renditions: number;
}

export interface ExportResponse {
  /** Null where there is none. */
  export: ExportView | null;
}
