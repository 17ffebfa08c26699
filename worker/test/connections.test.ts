import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Message } from '@portfolio/database';
import { type JobHandlers, JobQueue, JobWorker, type QueueBackend } from '@portfolio/jobs';
import { createPhoto } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { type MailOutcome, MessagesRepository } from '../src/messages/messages.repository.ts';
import { PHOTO } from '../src/pictures/picture-kind.ts';
import { PicturesRepository } from '../src/pictures/pictures.repository.ts';
import { QUEUE_BACKEND } from '../src/worker.module.ts';
import { createBackend, type Backend } from './backend.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend({ CONCURRENCY: '40' });
});
afterAll(() => backend.close());

it('forty concurrent jobs share at most twenty connections of a worker', async () => {
  const [database, jobs] = [backend.app.get(DataSource), backend.app.get(JobQueue)];
  const counts: number[] = [];
  const worker = new JobWorker({
    backend: backend.app.get<QueueBackend>(QUEUE_BACKEND),
    handlers: {
      'photo.render': async () => {
        const [{ count }] = await database.query<[{ count: number }]>(
          `select count(*)::int, pg_sleep(0.05) from pg_stat_activity where datname = current_database()`,
        );
        counts.push(count);
      },
    } as Partial<JobHandlers> as JobHandlers,
    concurrency: 40,
    onError: () => undefined,
  });
  for (let photoId = 1; photoId <= 40; photoId += 1) await jobs.add('photo.render', { photoId });
  while (((await jobs.counts()).completed ?? 0) < 40) await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.close();

  expect(counts).toHaveLength(40);
  expect(Math.max(...counts)).toBeLessThanOrEqual(20);
});

it('mails that wait for the mail server leave connections to other jobs', async () => {
  const [database, repository] = [backend.app.get(DataSource), backend.app.get(MessagesRepository)];
  const messages = database.getRepository(Message);
  const message = { name: 'Ruth', email: 'ruth@example.com', subject: 'A print', content: 'Is it for sale?' };
  const written = await messages.save(Array.from({ length: 12 }, () => messages.create(message)));
  let respond = (_: MailOutcome): void => undefined;
  const response = new Promise<MailOutcome>((resolve) => (respond = resolve));
  let started = 0;
  const mail = () => {
    started += 1;
    return response;
  };
  const mails = Promise.all(written.map(({ id }) => repository.mailOnce(id, mail)));
  while (started < 5) await new Promise((resolve) => setTimeout(resolve, 20));

  await Promise.all(Array.from({ length: 5 }, () => database.query('select pg_sleep(0.1)')));

  respond({ mailStatus: 'sent', mailFailure: null });
  await mails;
  expect(await messages.countBy({ mailStatus: 'sent' })).toBe(12);
});

it('a stalled storage does not release the lock on an idle picture', async () => {
  const database = backend.app.get(DataSource);
  const { id } = await createPhoto(database);
  // The pool gives the connection of the last query to the transaction.
  await database.query('set idle_in_transaction_session_timeout = 50');
  const lockable = async () =>
    (await database.query<unknown[]>('select from photos where id = $1 for update skip locked', [id])).length;
  const counts: number[] = [];

  await backend.app.get(PicturesRepository).whileIdle(PHOTO, id, async () => {
    await wait(200);
    counts.push(await lockable());
  });

  expect([...counts, await lockable()]).toEqual([0, 1]);
});
