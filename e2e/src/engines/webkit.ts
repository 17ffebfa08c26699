import { rm } from 'node:fs/promises';
import { freePort, launchProcess, stopProcess } from '@portfolio/lifecycle/supervisor';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { COMMANDS, WebDriverError, type Parameters, type WebDriver } from './webdriver.ts';

/** Starts WebKitGTK's MiniBrowser on a virtual screen, with WebDriver. */
export async function launchWebKit(program: string, javaScriptEnabled: boolean): Promise<WebDriver> {
  const home = await makeTempFolder('browser');
  const env = { ...process.env, HOME: home };
  const port = await freePort();
  const xvfb = launchProcess({
    name: 'Xvfb',
    command: 'Xvfb',
    args: ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    env,
    isReady: (output) => /^\d+\n/m.test(output),
  });
  const started = [xvfb];
  const stop = async () => {
    for (const running of started.reverse()) await stopProcess(running);
    await rm(home, { recursive: true, force: true });
  };
  const call = async <T>(method: string, path: string, parameters: Parameters = {}): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(parameters) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    // An element without layout has no label; one of an unloading page has no text.
    if (/\/(computedlabel|innerText)$/.test(path) && error === 'unknown error') return '' as T;
    throw new WebDriverError(`${method} ${path}`, error, message);
  };
  try {
    await xvfb.ready;
    const driver = launchProcess({
      name: 'WebKitWebDriver',
      command: program,
      args: [`--port=${port}`],
      env: {
        ...env,
        DISPLAY: `:${/^(\d+)\n/m.exec(xvfb.output())?.[1]}`,
        GDK_BACKEND: 'x11',
        LIBGL_ALWAYS_SOFTWARE: '1',
        // The sandbox needs privileges that root lacks in a container.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
      isReady: () =>
        call('GET', 'status').then(
          () => true,
          () => false,
        ),
    });
    started.push(driver);
    await driver.ready;
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
