import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';

/** Milliseconds to wait for each thing that the mail server has to say. */
const PATIENCE = 10_000;

/** Hands mail to the mail server, where there is one. */
export class Mailer {
  private readonly transport: Transporter | undefined;

  /**
   * @param smtpUrl `smtp://` (encrypted where the server can) or `smtps://`; without it nothing can be sent
   * @param patience milliseconds to wait for each thing that the server has to say; twice that for all of them
   */
  constructor(
    smtpUrl: string | undefined,
    private readonly patience = PATIENCE,
  ) {
    if (smtpUrl === undefined) return;
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    const host = hostname.replace(/^\[|\]$/g, '');
    this.transport = createTransport({
      host,
      secure: protocol === 'smtps:',
      ...(port !== '' && { port: Number(port) }),
      ...(username !== '' && { auth: { user: decoded(username), pass: decoded(password) } }),
      // Whoever sits in between could hide that the server speaks TLS, and read the password.
      requireTLS: username !== '' && !isThisMachine(host),
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      dnsTimeout: patience,
      socketCloseTimeout: 1_000,
    });
  }

  /** Whether there is a mail server. */
  get isOn(): boolean {
    return this.transport !== undefined;
  }

  /** @throws what nodemailer throws, also when the server takes too long in many small steps */
  async send(mail: SendMailOptions): Promise<void> {
    await this.transport?.sendMail({ ...mail, signal: AbortSignal.timeout(2 * this.patience) });
  }
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** A percent sign that escapes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
