import type { NodemailerError } from 'nodemailer';

/** Why a mail was not sent. */
export interface MailFault {
  /** For the administrator to read: nothing of the server's own words, which may name accounts and machines. */
  reason: string;
  /** Whether the server would refuse it again. */
  isPermanent: boolean;
}

/** What nodemailer says of it, by its code. */
const REASONS: Record<string, string> = {
  EDNS: 'The mail server was not found.',
  ECONNECTION: 'The mail server could not be reached.',
  ESOCKET: 'The mail server could not be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not answer in time.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  EAUTH: 'The mail server did not accept the user name and password.',
  ENOAUTH: 'The mail server did not accept the user name and password.',
};

/** What went wrong, in words that give nothing away. */
export function mailFault(error: unknown): MailFault {
  const { code = '', responseCode, permanent = false } = error instanceof Error ? (error as NodemailerError) : {};
  const reason = REASONS[code];
  // Wrong credentials, and a server that is not ready for us, are mended by the operator: the message is not at fault.
  if (responseCode === undefined || code === 'EAUTH') {
    return { reason: reason ?? 'The mail could not be sent.', isPermanent: false };
  }
  return {
    reason: permanent
      ? `The mail server refused the message (${responseCode}).`
      : `The mail server could not take the message right now (${responseCode}).`,
    isPermanent: permanent,
  };
}
