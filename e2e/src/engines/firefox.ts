import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { launchProcess, stopProcess } from '@portfolio/lifecycle/supervisor';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { WebDriverError, type Command, type Parameters, type WebDriver } from './webdriver.ts';

/** Preferences of a profile, which disable background requests. */
const PREFERENCES = {
  // Marionette chooses a free port and writes it to a file in the profile.
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  // Scrollbars with a width, as on Windows.
  'widget.gtk.overlay-scrollbars.enabled': false,
};

/** Starts Firefox with Marionette: WebDriver commands over a socket. Debian has no geckodriver, which offers HTTP. */
export async function launchFirefox(program: string, javaScriptEnabled: boolean): Promise<WebDriver> {
  const profile = await makeTempFolder('browser');
  const preferences = Object.entries({ ...PREFERENCES, 'javascript.enabled': javaScriptEnabled });
  await writeFile(
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
    await rm(profile, { recursive: true, force: true });
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
 * Client of Marionette. A message is its length in bytes, a colon and JSON.
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
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, failure, result] = message as [1, number, Failure, unknown];
      this.pending.get(id)?.(failure, result);
      this.pending.delete(id);
    }
  }
}

/** Results are `{ value }`, except lists and sessions. */
const valueOf = (result: unknown) =>
  result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
