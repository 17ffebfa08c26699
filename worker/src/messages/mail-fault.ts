import type { NodemailerError } from 'nodemailer';

/** Why a mail was not sent. */
export interface MailFault {
  /** For the administrator to read: nothing of the server's own words, which may name accounts and machines. */
  reason: string;
  /** Whether the server would refuse it again. */
  isPermanent: boolean;
}

/** What is wrong with the server, or between it and us, by nodemailer's code: the message is not at fault. */
const REASONS: Record<string, string> = {
  EDNS: 'The mail server was not found.',
  ECONNECTION: 'The mail server could not be reached.',
  ESOCKET: 'The mail server could not be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not answer in time.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  EAUTH: 'The mail server did not accept the user name and password.',
};

/** What went wrong, in words that give nothing away. */
export function mailFault(error: unknown): MailFault {
  // Not by `instanceof Error`: Node's own errors are of another realm inside test runners.
  const { code = '', responseCode, permanent = false } = (error ?? {}) as NodemailerError;
  const reason = REASONS[code];
  if (reason !== undefined) return { reason, isPermanent: false };
  if (responseCode === undefined) return { reason: 'The mail could not be sent.', isPermanent: false };
  return permanent
    ? { reason: `The mail server refused the message (${responseCode}).`, isPermanent: true }
    : { reason: `The mail server could not take the message right now (${responseCode}).`, isPermanent: false };
}
