import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MAX_ID, type JobSubject } from '@portfolio/contracts';
import { BackgroundImage, Message, Photo, type Picture } from '@portfolio/database';
import type { FailedJob } from '@portfolio/jobs';
import { DataSource, In } from 'typeorm';

/** Subjects of jobs by kind and id; deleted ones are missing. */
export type KnownSubjects = Map<string, KnownSubject>;

interface KnownSubject {
  title: string | null;
  failure: string | null;
}

export const keyOf = (kind: string, id: number | null) => `${kind} ${id}`;

@Injectable()
export class JobSubjectsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async of(jobs: FailedJob[]): Promise<KnownSubjects> {
    const ids = idsOf(jobs, () => true);
    const [photos, backgrounds, messages] = await Promise.all([
      this.database
        .getRepository(Photo)
        .find({ where: { id: In(ids.photo) }, select: { id: true, title: true, failure: true } }),
      this.database
        .getRepository(BackgroundImage)
        .find({ where: { id: In(ids.background) }, select: { id: true, failure: true } }),
      this.database
        .getRepository(Message)
        .find({ where: { id: In(ids.message) }, select: { id: true, subject: true, mailFailure: true } }),
    ]);
    return new Map<string, KnownSubject>([
      ...photos.map(({ id, title, failure }) => [keyOf('photo', id), { title, failure }] as const),
      ...backgrounds.map(({ id, failure }) => [keyOf('background', id), { title: null, failure }] as const),
      ...messages.map(
        ({ id, subject, mailFailure }) => [keyOf('message', id), { title: subject, failure: mailFailure }] as const,
      ),
    ]);
  }

  /** Sets failed rows back to processing or waiting: the worker skips others. */
  async reset(jobs: FailedJob[]): Promise<void> {
    const { photo, background, message } = idsOf(jobs, (name) => WITH_STATUS.has(name));
    await this.resetPictures(Photo, photo);
    await this.resetPictures(BackgroundImage, background);
    if (message.length > 0) {
      await this.database
        .getRepository(Message)
        .update(
          { id: In(message), mailStatus: 'failed' },
          { mailStatus: 'waiting', mailFailure: null, updatedAt: NOW },
        );
    }
  }

  private async resetPictures(kind: new () => Picture, ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database
      .getRepository<Picture>(kind)
      .update(
        { id: In(ids), status: 'failed' },
        { status: 'processing', failure: null, unfinishedRenders: 0, updatedAt: NOW },
      );
  }
}

const NOW = () => 'now()';

/** Jobs that change the status of their row. */
const WITH_STATUS = new Set(['photo.render', 'background.render', 'message.mail']);

function idsOf(jobs: FailedJob[], isIncluded: (name: string) => boolean) {
  const ids: Record<'photo' | 'background' | 'message', number[]> = { photo: [], background: [], message: [] };
  for (const job of jobs.filter(({ name }) => isIncluded(name))) {
    const { kind, id } = subjectOf(job);
    if (kind !== 'site' && id !== null) ids[kind].push(id);
  }
  return ids;
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
