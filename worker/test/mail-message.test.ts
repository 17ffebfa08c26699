import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { loadEnv } from '@portfolio/config';
import { Message, Setting, User } from '@portfolio/database';
import { JobQueue, JobWorker, queueBackend } from '@portfolio/jobs';
import { createPhoto } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { jobHandlers } from '../src/handlers.ts';
import { Requeue } from '../src/housekeeping/requeue.ts';
import { MailMessage } from '../src/messages/mail-message.ts';
import { Mailer, mailFault } from '../src/messages/mailer.ts';
import { MessagesRepository } from '../src/messages/messages.repository.ts';
import { WorkerEnv } from '../src/env.ts';
import { createBackend, type Backend } from './backend.ts';
import { MailServer, startMute, startTrickling } from './mail-server.ts';

const FROM = 'site@example.com';
const ARTIST = 'artist@example.com';

let server: MailServer;
let backend: Backend;
let database: DataSource;

beforeAll(async () => {
  server = await MailServer.start();
  backend = await createBackend({
    SMTP_URL: server.url,
    MAIL_FROM: FROM,
    MAIL_TO: ARTIST,
    PUBLIC_URL: 'https://art.example.com',
  });
  database = backend.app.get(DataSource);
});
beforeEach(async () => {
  for (const table of ['messages', 'settings', 'users']) await database.query(`delete from ${table}`);
  server.received.length = 0;
  server.refusals.length = 0;
});
afterAll(async () => {
  await backend.close();
  await server.stop();
});

const messages = () => database.getRepository(Message);
const write = (given: Partial<Message> = {}) =>
  messages().save({
    name: 'Ruth Calder',
    email: 'ruth@example.com',
    subject: 'A print',
    content: 'Is the harbour for sale?',
    ...given,
  });
const find = (id: number) => messages().findOneByOrFail({ id });
const mail = (messageId: number, isLastAttempt = false, by = backend.app.get(MailMessage)) =>
  by.run({ messageId }, { isLastAttempt });
/** The handler with other settings. */
const handlerWith = (settings: Partial<WorkerEnv>, timeoutMs?: number) => {
  const env = Object.assign(new WorkerEnv(), settings);
  return new MailMessage(backend.app.get(MessagesRepository), new Mailer(env.SMTP_URL, timeoutMs), env);
};

function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}

describe('the mail', () => {
  it('contains sender, text and photo, with the visitor as Reply-To', async () => {
    const photo = await createPhoto(database, { title: 'Slack Water' });
    await database.getRepository(Setting).save([
      { name: 'site_title', value: ' Slow Light ' },
      { name: 'artist_name', value: 'Ines Holm' },
    ]);
    const { id, createdAt } = await write({ photoId: photo.id });
    await mail(id);
    expect(await find(id)).toMatchObject({ mailStatus: 'sent', mailFailure: null });
    expect(server.received).toHaveLength(1);
    const [{ from, to, parsed }] = server.received as [(typeof server.received)[0]];
    expect({ from, to }).toEqual({ from: FROM, to: [ARTIST] });
    expect(parsed).toMatchObject({
      from: { name: 'Slow Light', address: FROM },
      to: [{ address: ARTIST }],
      replyTo: [{ name: 'Ruth Calder', address: 'ruth@example.com' }],
      subject: 'A print',
    });
    expect(parsed.messageId).toBe(`<message-${id}.${createdAt.getTime().toString(36)}@example.com>`);
    expect([parsed.html, parsed.attachments]).toEqual([undefined, []]);
    expect(parsed.text?.trim().split('\n')).toEqual([
      'Name: Ruth Calder',
      'Email: ruth@example.com',
      'Subject: A print',
      `Photo: Slack Water (https://art.example.com/photo/${photo.id})`,
      '',
      'Is the harbour for sale?',
    ]);
  });

  it('goes to the first administrator by default', async () => {
    const { id } = await write();
    for (const email of ['first@example.com', 'second@example.com']) {
      await database.getRepository(User).save({ name: 'Ines', email, passwordHash: 'x' });
    }
    await mail(id, false, handlerWith({ SMTP_URL: server.url, MAIL_FROM: FROM }));
    expect(server.received.map(({ to }) => to)).toEqual([['first@example.com']]);
  });

  it.each([
    ['Arabic, written from the right', 'هل اللوحة معروضة للبيع؟ '.repeat(10).trim()],
    ['Hebrew between marks of direction', '\u2067שאלה על הצילום\u2069 (photo)'],
    ['255 characters of several code points each', '👩🏽‍🎨'.repeat(255)],
    ['Japanese', '港の写真について'.repeat(30)],
  ])('encodes subject and name: %s', async (_, text) => {
    const { id } = await write({ subject: text, name: text, content: text });
    await mail(id);
    const { parsed } = server.received[0]!;
    expect(parsed.subject).toBe(text);
    expect(parsed.replyTo).toEqual([{ name: text, address: 'ruth@example.com' }]);
    expect(parsed.text).toContain(`\n\n${text}\n`);
  });

  it('contains the lines of a message, also a single dot and a header-like line', async () => {
    const content = 'Hello\n.\nBcc: all@example.com\n\n.. and  more of it';
    const { id } = await write({ content });
    await mail(id);
    expect(server.received[0]!.parsed.text).toContain(content);
    expect(server.received[0]!.parsed.bcc).toBeUndefined();
  });

  it.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\r\n\r\n'])(
    'has no injected header after the line break %j',
    async (lineBreak) => {
      const evil = `Hello${lineBreak}Bcc: victim@example.com${lineBreak}X-Evil: yes`;
      const { id } = await write({
        subject: evil,
        name: evil,
        email: `ruth@example.com${lineBreak}Bcc: v@example.com`,
      });
      await mail(id);
      const [{ raw, to, parsed }] = server.received as [(typeof server.received)[0]];
      expect(to).toEqual([ARTIST]);
      const names = parsed.headers.map(({ key }) => key).sort();
      expect(names).toEqual([
        'content-transfer-encoding',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'reply-to',
        'subject',
        'to',
      ]);
      expect(raw).not.toMatch(/^(bcc|x-evil):/im);
      expect(parsed.subject).toBe('Hello Bcc: victim@example.com X-Evil: yes');
      expect(parsed.text).toContain('Name: Hello Bcc: victim@example.com X-Evil: yes\n');
    },
  );

  it('takes no address from a name', async () => {
    const { id } = await write({ name: 'Bank" <bank@example.com>, "x' });
    await mail(id);
    const [replyTo, ...others] = server.received[0]!.parsed.replyTo!;
    expect(replyTo).toMatchObject({ address: 'ruth@example.com' });
    expect(others).toEqual([]);
  });
});

describe('nothing to mail', () => {
  it('is no error for a deleted or sent message', async () => {
    const { id } = await write({ mailStatus: 'sent' });
    await mail(id);
    await mail(id + 1);
    expect(server.received).toEqual([]);
  });

  it('sets the status `off` without a server', async () => {
    const { id } = await write();
    await mail(id, false, handlerWith({}));
    expect(await find(id)).toMatchObject({ mailStatus: 'off', mailFailure: null });
  });
});

describe('a failing mail server', () => {
  afterEach(async () => {
    await server.stop();
    await server.listen();
  });

  it('that is unreachable leaves the message waiting until it is back', async () => {
    const { id } = await write();
    await server.stop();
    const reason = 'The mail server could not be reached.';
    await expect(mail(id)).rejects.toThrow(reason);
    expect(await find(id)).toMatchObject({ mailStatus: 'waiting', mailFailure: reason });
    await server.listen();
    await mail(id);
    expect(await find(id)).toMatchObject({ mailStatus: 'sent', mailFailure: null });
    expect(server.received).toHaveLength(1);
  });

  it('that stays unreachable fails the message after the last attempt', async () => {
    const { id } = await write();
    await server.stop();
    await expect(mail(id, true)).rejects.toThrow('could not be reached');
    expect(await find(id)).toMatchObject({
      mailStatus: 'failed',
      mailFailure: 'The mail server could not be reached.',
    });
  });

  it.each(['recipient', 'content'] as const)('that rejects the %s permanently is not retried', async (to) => {
    const { id } = await write();
    server.refusals.push({ code: 550, to });
    await expect(mail(id)).rejects.toMatchObject({ name: 'PermanentFailure' });
    expect(await find(id)).toMatchObject({
      mailStatus: 'failed',
      mailFailure: 'The mail server refused the message (550).',
    });
  });

  it.each(['recipient', 'content'] as const)('that rejects the %s temporarily is retried', async (to) => {
    const { id } = await write();
    server.refusals.push({ code: 451, to });
    await expect(mail(id)).rejects.toMatchObject({ name: 'Error' });
    expect(await find(id)).toMatchObject({
      mailStatus: 'waiting',
      mailFailure: 'The mail server could not take the message right now (451).',
    });
    await mail(id);
    expect(await find(id)).toMatchObject({ mailStatus: 'sent', mailFailure: null });
  });

  it('that accepts the connection and stays silent times out', async () => {
    const mute = await startMute();
    const { id } = await write();
    const handler = handlerWith({ SMTP_URL: mute.url, MAIL_FROM: FROM, MAIL_TO: ARTIST }, 300);
    await expect(mail(id, false, handler)).rejects.toThrow('The mail server did not answer in time.');
    mute.stop();
    expect((await find(id)).mailStatus).toBe('waiting');
  });

  it('that responds in endless small steps times out', async () => {
    const trickling = await startTrickling();
    const { id } = await write();
    const handler = handlerWith({ SMTP_URL: trickling.url, MAIL_FROM: FROM, MAIL_TO: ARTIST }, 300);
    await expect(mail(id, false, handler)).rejects.toThrow('The mail server did not answer in time.');
    trickling.stop();
  });

  it('on this machine may have a certificate of its own', async () => {
    await server.stop();
    // The warning of its built-in certificate.
    const warning = jest.spyOn(console, 'error').mockReturnValue();
    await server.listen({ disabledCommands: [] });
    warning.mockRestore();
    const { id } = await write();
    await mail(id);
    expect((await find(id)).mailStatus).toBe('sent');
  });

  it('that rejects the password is retried, and the password is not logged', async () => {
    await server.stop();
    await server.listen({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error('no s3cret'), { responseCode: 535 })),
    });
    const { id } = await write();
    const url = `smtp://artist%40example.com:s3cret@127.0.0.1:${server.port}`;
    const settings = { SMTP_URL: url, MAIL_FROM: FROM, MAIL_TO: ARTIST };
    await expect(mail(id, false, handlerWith(settings))).rejects.toThrow('did not accept the user name and password');
    const { mailStatus, mailFailure } = await find(id);
    expect([mailStatus, mailFailure]).toEqual([
      'waiting',
      'The mail server did not accept the user name and password.',
    ]);

    await server.stop();
    await server.listen({ allowInsecureAuth: true });
    await mail(id, false, handlerWith(settings));
    expect(server.credentials.at(-1)).toEqual({ user: 'artist@example.com', password: 's3cret' });
    expect((await find(id)).mailStatus).toBe('sent');
  });

  it('on another host without encryption receives no password', async () => {
    await server.stop();
    await server.listen({ allowInsecureAuth: true });
    const before = server.credentials.length;
    const { id } = await write();
    // Other spellings of 127.0.0.0/8 do not count as this machine.
    const url = `smtp://artist:s3cret@[::ffff:127.0.0.1]:${server.port}`;
    const handler = handlerWith({ SMTP_URL: url, MAIL_FROM: FROM, MAIL_TO: ARTIST });
    await expect(mail(id, false, handler)).rejects.toThrow('could not be encrypted');
    expect(server.credentials).toHaveLength(before);
  });
});

describe('concurrent mailing', () => {
  it('sends once, without a lock on the row', async () => {
    await server.stop();
    const [started, released] = [gate(), gate()];
    await server.listen({
      onMailFrom: (_address, _session, done) => {
        started.open();
        void released.passed.then(() => done());
      },
    });
    const { id } = await write();
    const first = mail(id);
    await started.passed;
    await mail(id);
    await messages().update({ id }, { isRead: true });
    released.open();
    await first;
    expect(server.received).toHaveLength(1);
    expect(await find(id)).toMatchObject({ mailStatus: 'sent', isRead: true });
    await server.stop();
    await server.listen();
  });

  it('handles more messages than connections', async () => {
    await database.getRepository(User).save({ name: 'Ines', email: ARTIST, passwordHash: 'x' });
    const handler = handlerWith({ SMTP_URL: server.url, MAIL_FROM: FROM });
    const written = [await write(), await write(), await write(), await write(), await write()];

    await Promise.all(written.map(({ id }) => mail(id, false, handler)));

    expect(server.received).toHaveLength(5);
  });

  it('sends an identical mail after a crash', async () => {
    const { id } = await write();
    await mail(id);
    await messages().update({ id }, { mailStatus: 'waiting' });
    await mail(id);
    const [one, two] = server.received;
    expect(two!.raw).toBe(one!.raw);
  });
});

describe('mail jobs', () => {
  const jobs = () => backend.app.get(JobQueue);
  const waiting = async () => (await jobs().counts()).waiting;
  const workers: JobWorker[] = [];
  const work = () => {
    const worker = new JobWorker({
      backend: queueBackend({ databaseUrl: backend.variables.DATABASE_URL }),
      handlers: jobHandlers(backend.app),
      concurrency: 1,
      onError: () => undefined,
    });
    workers.push(worker);
    return worker;
  };
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
    await database.query('delete from bullmq.job');
  });

  async function until(isTrue: () => Promise<boolean>): Promise<void> {
    while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  it('requeues messages that wait for a minute', async () => {
    const ago = (seconds: number) => ({ updatedAt: new Date(Date.now() - seconds * 1_000) });
    await write(ago(120));
    await write(ago(10));
    await write({ ...ago(120), mailStatus: 'sent' });
    await write({ ...ago(120), mailStatus: 'failed' });
    await write({ ...ago(120), mailStatus: 'off' });
    const requeue = backend.app.get(Requeue);
    await requeue.run();
    await requeue.run();
    expect(await waiting()).toBe(1);
  });

  it('leaves the scheduled attempt, and mails lost messages', async () => {
    const { id } = await write();
    server.refusals.push({ code: 451, to: 'recipient' });
    await jobs().add('message.mail', { messageId: id });
    work();
    await until(async () => (await jobs().counts()).delayed === 1);
    await backend.app.get(Requeue).run({ untouchedFor: 0 });
    expect(await jobs().counts()).toMatchObject({ delayed: 1, waiting: 0, active: 0 });
    expect(server.received).toEqual([]);

    await database.query('delete from bullmq.job');
    await backend.app.get(Requeue).run({ untouchedFor: 0 });
    await until(async () => (await find(id)).mailStatus === 'sent');
    expect(server.received).toHaveLength(1);
  });
});

it('a certificate that is not accepted is named as the cause', () => {
  const fault = Object.assign(new Error('expired'), { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' });
  expect(mailFault(fault)).toEqual({
    reason: 'The connection to the mail server could not be encrypted.',
    isPermanent: false,
  });
  expect(mailFault({ code: 'ETLS', responseCode: 454 }).reason).toMatch(/could not be encrypted/);
});

it.each([
  ['EAUTH', 454],
  ['ECONNECTION', 421],
])('a temporary refusal is named as the cause, not the step %s', (code, responseCode) => {
  expect(mailFault(Object.assign(new Error('later'), { code, responseCode }))).toEqual({
    reason: `The mail server could not take the message right now (${responseCode}).`,
    isPermanent: false,
  });
});

describe('mail settings', () => {
  it.each([
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM: must be set beside SMTP_URL'],
    [{ SMTP_URL: 'http://mail.example.com', MAIL_FROM: FROM }, 'SMTP_URL: must be an address such as smtps://'],
    [{ SMTP_URL: 'smtp://a:s3cret@b@c', MAIL_FROM: FROM }, 'SMTP_URL: must be an address such as smtps://'],
    [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'site' }, 'MAIL_FROM: must be'],
    [{ MAIL_TO: 'nobody' }, 'MAIL_TO: must be an email address'],
  ])('are rejected at start: %j', (settings, fault) => {
    const { DATABASE_URL, STORAGE_DIR } = backend.variables;
    const read = () => loadEnv(WorkerEnv, { DATABASE_URL, STORAGE_DIR, ...settings });
    expect(read).toThrow(fault);
    expect(read).not.toThrow('s3cret');
  });
});
