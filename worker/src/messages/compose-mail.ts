import type { SendMailOptions } from 'nodemailer';

/** Fields of a visitor's message in the mail. */
export interface MailedMessage {
  id: number;
  name: string;
  email: string;
  subject: string;
  content: string;
  createdAt: Date;
  photo: { id: number; title: string } | null;
}

export interface MailAddresses {
  from: string;
  to: string;
  /** Empty where the site has no name. */
  siteName: string;
  /** Origin of the public site, if configured. */
  publicUrl: string | undefined;
}

/**
 * Composes the mail about a message: plain text, with the visitor as Reply-To. All of it derives from the row, so that a mail
 * sent twice has the same Message-ID, and mailboxes drop one.
 */
export function composeMail(message: MailedMessage, { from, to, siteName, publicUrl }: MailAddresses): SendMailOptions {
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
