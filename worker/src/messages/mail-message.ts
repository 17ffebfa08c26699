import { Injectable } from '@nestjs/common';
import type { JobContext, JobPayloads } from '@portfolio/jobs';

/** Mails a visitor's message to the artist. */
@Injectable()
export class MailMessage {
  async run(_payload: JobPayloads['message.mail'], _context: JobContext): Promise<void> {}
}
