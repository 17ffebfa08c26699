import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { freePort } from '@portfolio/lifecycle/supervisor';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received mail. */
export interface ReceivedMail {
  raw: string;
  from: string;
  to: string[];
  parsed: Email;
}

/** A local SMTP server that stores received mails. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Responses to the next mails; then mails are accepted. */
  readonly refusals: { code: number; to: 'recipient' | 'content' }[] = [];
  /** Received user names and passwords. */
  readonly credentials: { user: string; password: string }[] = [];
  private server: SMTPServer | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<MailServer> {
    const mail = new MailServer(await freePort(['127.0.0.1']));
    await mail.listen();
    return mail;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  }

  async listen(options: SMTPServerOptions = {}): Promise<void> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) => {
        this.credentials.push({ user: String(username), password: String(password) });
        done(null, { user: username });
      },
      onRcptTo: (_address, _session, done) => done(this.refusal('recipient')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refusal = this.refusal('content');
          if (refusal) return done(refusal);
          const { mailFrom, rcptTo } = session.envelope;
          const raw = Buffer.concat(chunks);
          void PostalMime.parse(raw).then((parsed) => {
            const from = mailFrom === false ? '' : mailFrom.address;
            this.received.push({ raw: raw.toString('latin1'), from, to: rcptTo.map(({ address }) => address), parsed });
            done();
          });
        });
      },
      ...options,
    });
    // Ignores clients that disconnect.
    this.server.on('error', () => undefined);
    const { server } = this;
    // Rejects where the port is taken meanwhile.
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  private refusal(to: 'recipient' | 'content'): Error | null {
    if (this.refusals[0]?.to !== to) return null;
    const { code } = this.refusals.shift()!;
    return Object.assign(new Error(`relay-7.internal rejects s3cret`), { responseCode: code });
  }
}

/** Accepts connections and sends nothing. */
export const startMute = () => startRawServer(() => undefined);

/** Never ends its response to the sender of a mail, a line of which it sends every 100 milliseconds. */
export const startTrickling = () =>
  startRawServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (command) => {
      if (!command.toString().startsWith('MAIL')) return void socket.write('250 ready\r\n');
      const timer = setInterval(() => socket.write('250-more\r\n'), 100);
      socket.once('close', () => clearInterval(timer));
    });
  });

async function startRawServer(onConnection: (socket: Socket) => void): Promise<{ url: string; stop(): void }> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
    server.once('stopped', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => {
      server.emit('stopped');
      server.close();
    },
  };
}
