import { isIPv4 } from 'node:net';
import { decoded } from '@portfolio/config';
import { createTransport, type NodemailerError, type SendMailOptions, type Transporter } from 'nodemailer';

/** Milliseconds for each response of the mail server. */
const TIMEOUT_MS = 10_000;

/** Sends mail, where a mail server is configured. */
export class Mailer {
  private readonly transport: Transporter | undefined;

  /**
   * @param smtpUrl `smtp://` (encrypted where the server can) or `smtps://`; without it mail is off
   * @param timeoutMs milliseconds for each response of the server; twice that for a whole mail
   */
  constructor(
    smtpUrl: string | undefined,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    if (smtpUrl === undefined) return;
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    const host = hostname.replace(/^\[|\]$/g, '');
    this.transport = createTransport({
      host,
      secure: protocol === 'smtps:',
      ...(port !== '' && { port: Number(port) }),
      ...(username !== '' && { auth: { user: decoded(username), pass: decoded(password) } }),
      // Without it, an attacker in between could suppress TLS and read the password.
      requireTLS: username !== '' && !isThisMachine(host),
      // The certificate of a local server is often its own; nobody is in between.
      ...(isThisMachine(host) && { tls: { rejectUnauthorized: false } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketCloseTimeout: 1_000,
    });
  }

  /** Whether a mail server is configured. */
  get isOn(): boolean {
    return this.transport !== undefined;
  }

  /** @throws errors of nodemailer, also where many small steps take too long together */
  async send(mail: SendMailOptions): Promise<void> {
    await this.transport?.sendMail({ ...mail, signal: AbortSignal.timeout(2 * this.timeoutMs) });
  }
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** Faults of the server or the connection, by nodemailer's code. */
const REASONS: Record<string, string> = {
  EDNS: 'The mail server was not found.',
  ECONNECTION: 'The mail server could not be reached.',
  ESOCKET: 'The mail server could not be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not answer in time.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  EAUTH: 'The mail server did not accept the user name and password.',
};

/** Codes of Node for an invalid certificate. Nodemailer reports them as ESOCKET. */
const CERTIFICATE_FAULT = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/**
 * Classifies an error of nodemailer.
 *
 * @returns the reason for the administrator, without text of the server, which may name accounts and machines; and whether a
 *   retry is useless
 */
export function mailFault(error: unknown): { reason: string; isPermanent: boolean } {
  const { code = '', originalCode = '', responseCode, permanent = false } = (error ?? {}) as NodemailerError;
  // A temporary refusal has the code of its step, such as EAUTH. ETLS keeps its reason: the connection was not encrypted.
  const isTemporary = code !== 'ETLS' && responseCode !== undefined && responseCode >= 400 && responseCode < 500;
  const reason = isTemporary ? undefined : REASONS[CERTIFICATE_FAULT.test(originalCode) ? 'ETLS' : code];
  if (reason !== undefined) return { reason, isPermanent: false };
  if (responseCode === undefined) return { reason: 'The mail could not be sent.', isPermanent: false };
  return permanent
    ? { reason: `The mail server refused the message (${responseCode}).`, isPermanent: true }
    : { reason: `The mail server could not take the message right now (${responseCode}).`, isPermanent: false };
}
