import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MAX_ID, type JobSubject } from '@portfolio/contracts';
import { BackgroundImage, Message, Photo } from '@portfolio/database';
import type { FailedJob } from '@portfolio/jobs';
import { DataSource, In } from 'typeorm';

/** Subjects of jobs by kind and id; deleted ones are missing. */
export type KnownSubjects = Map<string, KnownSubject>;

interface KnownSubject {
  title: string | null;
  failure: string | null;
}

type RowKind = Exclude<JobSubject, 'site'>;

export const keyOf = (kind: string, id: number | null) => `${kind} ${id}`;

@Injectable()
export class JobSubjectsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async of(jobs: FailedJob[]): Promise<KnownSubjects> {
    const { photo, background, message } = idsOf(jobs);
    const rows = await this.database.query<(KnownSubject & { kind: string; id: number })[]>(
      `select 'photo' as kind, id, title, failure from photos where id = any($1::int[]) and deleted_at is null
       union all
       select 'background', id, null, failure from background_images where id = any($2::int[])
       union all
       select 'message', id, subject, mail_failure from messages where id = any($3::int[]) and deleted_at is null`,
      [photo, background, message],
    );
    return new Map(rows.map(({ kind, id, ...subject }) => [keyOf(kind, id), subject]));
  }

  /** Sets failed rows back to processing or waiting: the worker skips others. */
  async reset(jobs: FailedJob[]): Promise<void> {
    const { photo, background, message } = idsOf(jobs.filter(({ name }) => WITH_STATUS.has(name)));
    const { manager } = this.database;
    const updatedAt = () => 'now()';
    const picture = { status: 'processing', failure: null, unfinishedRenders: 0, updatedAt } as const;
    await manager.update(Photo, { id: In(photo), status: 'failed' }, picture);
    await manager.update(BackgroundImage, { id: In(background), status: 'failed' }, picture);
    const mail = { mailStatus: 'waiting', mailFailure: null, updatedAt } as const;
    await manager.update(Message, { id: In(message), mailStatus: 'failed' }, mail);
  }
}

/** Jobs that change the status of their row. */
const WITH_STATUS = new Set(['photo.render', 'background.render', 'message.mail']);

function idsOf(jobs: FailedJob[]): Record<RowKind, number[]> {
  const subjects = jobs.map(subjectOf);
  const ids = (kind: RowKind) => subjects.flatMap((subject) => (subject.kind === kind ? (subject.id ?? []) : []));
  return { photo: ids('photo'), background: ids('background'), message: ids('message') };
}

/** Payload fields with the id of the subject. */
const ID_FIELDS = { photo: 'photoId', background: 'backgroundId', message: 'messageId' } as const;

/** Kind and id of the row that a job is about. */
export function subjectOf({ payload }: Pick<FailedJob, 'payload'>): { kind: JobSubject; id: number | null } {
  const fields = (payload ?? {}) as Record<string, unknown>;
  for (const kind of ['photo', 'background', 'message'] as const) {
    const id = Number(fields[ID_FIELDS[kind]]);
    if (Number.isInteger(id) && id >= 1 && id <= MAX_ID) return { kind, id };
  }
  return { kind: 'site', id: null };
}
