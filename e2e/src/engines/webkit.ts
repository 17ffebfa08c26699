import { freePort } from '../site/free-port.ts';
import type { LaunchOptions } from './firefox.ts';
import { spawnTied } from './tied-process.ts';
import { waitFor } from './wait-for.ts';
import { COMMANDS, WebDriverError, type Parameters, type WebDriver } from './webdriver.ts';

/** Starts WebKitGTK's small browser on a screen of its own, and drives it by WebDriver. */
export async function launchWebKit(
  program: string,
  { javaScriptEnabled }: Required<LaunchOptions>,
): Promise<WebDriver> {
  const started = [spawnTied(['Xvfb', '-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'])];
  const port = await freePort();
  const stop = async () => {
    for (const one of started.reverse()) await one.stop();
  };
  const call = async <T>(method: string, path: string, parameters: Parameters = {}): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(parameters) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    // Elements without layout have no label, and those of a page that is being left have no text.
    if (/\/(computedlabel|text)$/.test(path) && error === 'unknown error') return '' as T;
    throw new WebDriverError(`${method} ${path}`, error, message);
  };
  try {
    const display = await waitFor('Xvfb to listen', () => /^(\d+)\n/.exec(started[0]?.output() ?? '')?.[1]);
    const driver = spawnTied([program, `--port=${port}`], {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox wants rights that root in a container has not.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    });
    started.push(driver);
    await waitFor('WebKitWebDriver to listen', () =>
      call('GET', 'status').then(
        () => true,
        () => undefined,
      ),
    );
    // MiniBrowser takes every setting of WebKit as an option.
    const args = ['--automation', `--enable-javascript=${javaScriptEnabled}`];
    const { sessionId } = await call<{ sessionId: string }>('POST', 'session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args } } },
    });
    return {
      send: (command, parameters = {}) => {
        const [method = '', path = ''] = COMMANDS[command].split(' ');
        const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => String(parameters[name]));
        return call(method, `session/${sessionId}/${filled}`, parameters);
      },
      quit: async () => {
        await call('DELETE', `session/${sessionId}`).catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
