import { ERRORS, type ErrorCode } from '@portfolio/contracts';
import type { Route } from 'playwright-core';
import type { MonitoredPage } from '../monitored-page.ts';

/** What can go wrong: an answer without a word, none at all, or one of the server's own. */
export type Fault = 'wordless' | 'unanswered' | ErrorCode;

/** What a browser says itself of every answer that is none of the good ones. */
const OF_THE_BROWSER = /^Failed to load resource/;

/** The line between a page and the server, and what goes wrong on it. */
export class Line {
  constructor(private readonly watched: MonitoredPage) {}

  /**
   * Lets a call fail as long as something is done.
   *
   * @param call such as `PUT /news/*`, in which a star is one part of a path
   * @param alarming what else than the browser's own words it may lead to in the console
   */
  async failing(call: string, fault: Fault, deed: () => Promise<void>, alarming?: RegExp): Promise<void> {
    await this.refusing(() => this.between(call, (route) => answer(route, fault), deed), alarming);
  }

  /**
   * Keeps a call waiting as long as something is done; then it goes on its way. It ends only once the call has been made: a
   * route that is removed while the page still loads its scripts may leave one of their requests without an answer.
   */
  async held(call: string, deed: () => Promise<void>): Promise<void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const held: Promise<void>[] = [];
    const hold = (route: Route) => {
      arrive();
      held.push(released.then(() => route.continue()));
      return held.at(-1)!;
    };
    await this.between(call, hold, async () => {
      try {
        await deed();
        await arrived;
      } finally {
        release();
        await Promise.all(held);
      }
    });
  }

  /** Has a call answered with a body of one's own. */
  async answering(call: string, json: unknown, deed: () => Promise<void>, alarming?: RegExp): Promise<void> {
    await this.refusing(() => this.between(call, (route) => route.fulfill({ json }), deed), alarming);
  }

  /** Does what the server itself refuses: that a browser mentions it is no complaint. */
  async refusing(deed: () => Promise<void>, alarming?: RegExp): Promise<void> {
    const { complaints } = this.watched;
    const before = complaints.length;
    await deed();
    const others = complaints.splice(before).filter((text) => !OF_THE_BROWSER.test(text) && !alarming?.test(text));
    complaints.push(...others);
  }

  private async between(
    call: string,
    answerIt: (route: Route) => Promise<void>,
    deed: () => Promise<void>,
  ): Promise<void> {
    const [method, path = ''] = call.split(' ');
    const address = new RegExp(`/api${path.replaceAll('*', '[^/]+')}$`);
    const isMeant = ({ pathname }: URL) => address.test(pathname);
    const handle = (route: Route) => (route.request().method() === method ? answerIt(route) : route.fallback());
    await this.watched.page.route(isMeant, handle);
    try {
      await deed();
    } finally {
      await this.watched.page.unroute(isMeant, handle);
    }
  }
}

function answer(route: Route, fault: Fault): Promise<void> {
  if (fault === 'unanswered') return route.abort();
  if (fault === 'wordless') return route.fulfill({ status: 500, body: '' });
  const { status, message } = ERRORS[fault];
  return route.fulfill({ status, json: { statusCode: status, message, code: fault } });
}
