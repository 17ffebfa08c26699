import { Inject, Injectable, Logger } from '@nestjs/common';
import { PermanentFailure, type JobContext, type JobPayloads } from '@portfolio/jobs';
import { WorkerEnv } from '../env.ts';
import { composeMail, type MailedMessage } from './compose-mail.ts';
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

  private async mail(message: MailedMessage, site: MailingSite, isLastAttempt: boolean): Promise<MailOutcome> {
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
