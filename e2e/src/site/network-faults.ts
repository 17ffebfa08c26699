import { ERRORS, type ErrorCode } from '@portfolio/contracts';
import type { Route } from 'playwright-core';
import type { MonitoredPage } from '../monitored-page.ts';

/** `empty`: a 500 without a body. Otherwise an error of the API. */
type Fault = 'empty' | ErrorCode;

/** Message of Chromium for each failed request. */
const FAILED_REQUEST = /^Failed to load resource/;

/** Intercepts calls of a page: `PUT /news/*`, in which a star is one segment. */
export class NetworkFaults {
  constructor(private readonly monitored: MonitoredPage) {}

  /**
   * Lets a call fail during an action.
   *
   * @param expected further console errors
   */
  async fail(call: string, fault: Fault, action: () => Promise<void>, expected?: RegExp): Promise<void> {
    await this.expectErrors(() => this.intercept(call, (route) => failRoute(route, fault), action), expected);
  }

  /** Delays a call until the end of an action. Also waits for the call itself, since removing a route drops requests. */
  async delay(call: string, action: () => Promise<void>): Promise<void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const delayed: Promise<void>[] = [];
    const hold = (route: Route) => {
      arrive();
      delayed.push(released.then(() => route.continue()));
      return delayed.at(-1)!;
    };
    await this.intercept(call, hold, async () => {
      try {
        await action();
        await arrived;
      } finally {
        release();
        await Promise.all(delayed);
      }
    });
  }

  /** Ignores the console errors of failed requests during an action. */
  async expectErrors(action: () => Promise<void>, expected?: RegExp): Promise<void> {
    const { consoleErrors } = this.monitored;
    const before = consoleErrors.length;
    await action();
    const others = consoleErrors.splice(before).filter((text) => !FAILED_REQUEST.test(text) && !expected?.test(text));
    consoleErrors.push(...others);
  }

  private async intercept(
    call: string,
    handleCall: (route: Route) => Promise<void>,
    action: () => Promise<void>,
  ): Promise<void> {
    const [method, path = ''] = call.split(' ');
    const pattern = new RegExp(`/api${path.replaceAll('*', '[^/]+')}$`);
    const matches = ({ pathname }: URL) => pattern.test(pathname);
    const handle = (route: Route) => (route.request().method() === method ? handleCall(route) : route.fallback());
    await this.monitored.page.route(matches, handle);
    try {
      await action();
    } finally {
      await this.monitored.page.unroute(matches, handle);
    }
  }
}

function failRoute(route: Route, fault: Fault): Promise<void> {
  if (fault === 'empty') return route.fulfill({ status: 500, body: '' });
  const { status, message } = ERRORS[fault];
  return route.fulfill({ status, json: { statusCode: status, message, code: fault } });
}
