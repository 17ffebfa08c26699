import type { SendMailOptions } from 'nodemailer';

/** A visitor's message, as far as the mail tells of it. */
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
  /** What the site is called; empty where it has no name. */
  siteName: string;
  /** Origin of the public site, where it is known. */
  publicUrl: string | undefined;
}

/**
 * The mail about a message: plain text alone, answered to the visitor.
 *
 * Everything in it follows from the row, so that one that is sent twice, since the worker died between the mail server's
 * yes and the row, is the same mail with the same Message-ID, which mailboxes recognise.
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
    // What a visitor writes is never the name of a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function photoLine({ id, title }: { id: number; title: string }, publicUrl: string | undefined): string {
  return publicUrl === undefined ? oneLine(title) : `${oneLine(title)} (${new URL(`/photo/${id}`, publicUrl).href})`;
}

/** A line break would begin another header, or in the text another line that looks like ours. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
