import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Message } from '@portfolio/database';
import { PermanentFailure, type JobContext, type JobPayloads } from '@portfolio/jobs';
import type { SendMailOptions } from 'nodemailer';
import { WorkerEnv } from '../env.ts';
import { Mailer, mailFault } from './mailer.ts';
import { MessagesRepository, type MailingSite, type MailOutcome } from './messages.repository.ts';

/**
 * Mails a visitor's message to the artist, at least once. A crash between the mail server's acceptance and the commit sends an
 * identical second mail with the same Message-ID.
 */
@Injectable()
export class MailMessage {
  private readonly logger = new Logger(MailMessage.name);

  constructor(
    private readonly messages: MessagesRepository,
    private readonly mailer: Mailer,
    @Inject(WorkerEnv) private readonly env: WorkerEnv,
  ) {}

  async run({ messageId }: JobPayloads['message.mail'], job: Pick<JobContext, 'isLastAttempt'>): Promise<void> {
    const outcome = await this.messages.mailOnce(messageId, (message, site) =>
      this.mail(message, site, job.isLastAttempt),
    );
    if (!outcome || outcome.mailFailure === null) return;
    const { mailStatus, mailFailure } = outcome;
    throw mailStatus === 'failed' ? new PermanentFailure(mailFailure) : new Error(mailFailure);
  }

  private async mail(message: Message, site: MailingSite, isLastAttempt: boolean): Promise<MailOutcome> {
    const { MAIL_FROM: from, MAIL_TO, PUBLIC_URL: publicUrl } = this.env;
    const to = MAIL_TO ?? site.administrator;
    if (!this.mailer.isOn || from === undefined || to === undefined) return { mailStatus: 'off', mailFailure: null };
    const mail = composeMail(message, { from, to, siteName: site.name, publicUrl });
    try {
      await this.mailer.send(mail);
      this.logger.log({ messageId: message.id, mailed: true });
      return { mailStatus: 'sent', mailFailure: null };
    } catch (error) {
      const { reason, isPermanent } = mailFault(error);
      this.logger.warn({ messageId: message.id, err: error }, reason);
      return { mailStatus: isPermanent || isLastAttempt ? 'failed' : 'waiting', mailFailure: reason };
    }
  }
}

interface MailAddresses {
  from: string;
  to: string;
  /** Empty where the site has no name. */
  siteName: string;
  /** Origin of the public site, if configured. */
  publicUrl: string | undefined;
}

/**
 * Composes the mail about a message: plain text, with the visitor as Reply-To. Message-ID and date derive from the row, so
 * that mailboxes drop a mail that was sent twice.
 */
function composeMail(message: Message, { from, to, siteName, publicUrl }: MailAddresses): SendMailOptions {
  const name = oneLine(message.name);
  const email = oneLine(message.email);
  const subject = oneLine(message.subject);
  return {
    from: { name: oneLine(siteName), address: from },
    to,
    replyTo: { name, address: email },
    subject,
    date: message.createdAt,
    messageId: `<message-${message.id}.${message.createdAt.getTime().toString(36)}@${from.split('@').at(-1)}>`,
    text: [
      `Name: ${name}`,
      `Email: ${email}`,
      `Subject: ${subject}`,
      ...(message.photo ? [`Photo: ${photoLine(message.photo, publicUrl)}`] : []),
      '',
      message.content,
      '',
    ].join('\n'),
    // Visitors' text never names a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function photoLine({ id, title }: { id: number; title: string }, publicUrl: string | undefined): string {
  return publicUrl === undefined ? oneLine(title) : `${oneLine(title)} (${new URL(`/photo/${id}`, publicUrl).href})`;
}

/** Replaces line breaks, which would begin another header or forge a line of the text. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
