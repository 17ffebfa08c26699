import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchProcess, stopProcess } from '@portfolio/lifecycle/supervisor';
import { WebDriverError, type Command, type Parameters, type WebDriver } from './webdriver.ts';

export interface LaunchOptions {
  javaScriptEnabled?: boolean;
}

/** `user.js` of a profile: nothing is fetched but the site. */
const PREFERENCES = {
  // Marionette chooses a free port, and writes it to a file in the profile.
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  // Scrollbars that take room, as on Windows.
  'widget.gtk.overlay-scrollbars.enabled': false,
};

/**
 * Starts Firefox and drives it by Marionette, the protocol that geckodriver translates WebDriver into: the same commands
 * over a socket. Debian has no geckodriver.
 */
export async function launchFirefox(
  program: string,
  { javaScriptEnabled }: Required<LaunchOptions>,
): Promise<WebDriver> {
  const profile = mkdtempSync(join(tmpdir(), 'portfolio-browser-'));
  const preferences = Object.entries({ ...PREFERENCES, 'javascript.enabled': javaScriptEnabled });
  writeFileSync(
    join(profile, 'user.js'),
    preferences.map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(''),
  );
  const port = () => portIn(join(profile, 'MarionetteActivePort'));
  const firefox = launchProcess({
    name: 'Firefox',
    command: program,
    args: ['--headless', '--marionette', '--no-remote', '--profile', profile],
    env: { ...process.env, HOME: profile },
    isReady: () => port() !== undefined,
  });
  const stop = async () => {
    await stopProcess(firefox);
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    await firefox.ready;
    const marionette = await Marionette.connect(port()!);
    await marionette.send('NewSession', { capabilities: { alwaysMatch: {} } });
    return {
      send: (command, parameters) => marionette.send(command, parameters),
      quit: async () => {
        marionette.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function portIn(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

type Failure = { error: string; message: string } | null;

/**
 * A client of Marionette: messages of JSON, each behind its length in bytes and a colon.
 * https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
class Marionette {
  private received = Buffer.alloc(0);
  private lastId = 0;
  private readonly pending = new Map<number, (failure: Failure, result: unknown) => void>();

  private constructor(private readonly socket: Socket) {
    socket.on('data', (data) => this.receive(data));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const settle of this.pending.values()) settle({ error: 'closed', message: 'Firefox has ended' }, null);
    });
  }

  static connect(port: number): Promise<Marionette> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Marionette(socket)));
      socket.once('error', reject);
    });
  }

  send<T>(command: Command | 'NewSession', parameters: Parameters = {}): Promise<T> {
    const id = (this.lastId += 1);
    const message = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    return new Promise((resolve, reject) => {
      const settle = (failure: Failure, result: unknown) => {
        if (failure) reject(new WebDriverError(command, failure.error, failure.message));
        else resolve(valueOf(result) as T);
      };
      this.pending.set(id, settle);
      this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const start = this.received.indexOf(':') + 1;
      const end = start + Number(this.received.subarray(0, start - 1));
      if (start === 0 || this.received.length < end) return;
      const message = JSON.parse(this.received.toString('utf8', start, end)) as [1, number, Failure, unknown] | object;
      this.received = this.received.subarray(end);
      // It introduces itself first.
      if (!Array.isArray(message)) continue;
      const [, id, failure, result] = message as [1, number, Failure, unknown];
      this.pending.get(id)?.(failure, result);
      this.pending.delete(id);
    }
  }
}

/** Lists and sessions come as they are, everything else as `{ value }`. */
const valueOf = (result: unknown) =>
  result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
