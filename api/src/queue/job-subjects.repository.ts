import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { BackgroundImage, Message, Photo, type Picture } from '@portfolio/database';
import type { FailedJob } from '@portfolio/jobs';
import { DataSource, In } from 'typeorm';
import { subjectOf } from './job-subject.ts';

/** What the database knows of the things that jobs are about, by kind and id: what is missing there has gone. */
export type KnownSubjects = Map<string, KnownSubject>;

interface KnownSubject {
  title: string | null;
  /** Why the last attempt failed, in words for the artist. */
  failure: string | null;
}

export const keyOf = (kind: string, id: number | null) => `${kind} ${id}`;

@Injectable()
export class JobSubjectsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** What is known of what these jobs are about. */
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

  /**
   * Has what these jobs were to do be due again, where it was given up: the worker leaves alone what is not due. What has
   * gone, or is done since, stays so.
   */
  async reset(jobs: FailedJob[]): Promise<void> {
    const { photo, background, message } = idsOf(jobs, (name) => FIRST_TIME.has(name));
    await this.renderAgain(Photo, photo);
    await this.renderAgain(BackgroundImage, background);
    if (message.length > 0) {
      await this.database
        .getRepository(Message)
        .update(
          { id: In(message), mailStatus: 'failed' },
          { mailStatus: 'waiting', mailFailure: null, updatedAt: NOW },
        );
    }
  }

  private async renderAgain(kind: new () => Picture, ids: number[]): Promise<void> {
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

/** Jobs for which a row waits. */
const FIRST_TIME = new Set(['photo.render', 'background.render', 'message.mail']);

function idsOf(jobs: FailedJob[], isWanted: (name: string) => boolean) {
  const ids: Record<'photo' | 'background' | 'message', number[]> = { photo: [], background: [], message: [] };
  for (const job of jobs.filter(({ name }) => isWanted(name))) {
    const { kind, id } = subjectOf(job);
    if (kind !== 'site' && id !== null) ids[kind].push(id);
  }
  return ids;
}
