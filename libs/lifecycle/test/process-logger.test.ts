import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { endChildren, startChild } from './child.ts';
import { QueryFailedError, secretive } from './secretive-errors.ts';
import { withRequestId, ProcessLogger, redactSecrets } from '../src/index.ts';

function createLog() {
  const lines: string[] = [];
  const logger = new ProcessLogger('trace', { write: (line) => void lines.push(line) });
  return { logger, text: () => lines.join(''), last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

const LEVELS = ['log', 'fatal', 'error', 'warn', 'debug', 'verbose'] as const;

describe('ProcessLogger', () => {
  it.each(LEVELS)('writes no secrets and no e-mail addresses by `%s`', (level) => {
    const { logger, text } = createLog();
    for (const thing of Object.values(secretive.things())) {
      logger[level](thing);
      logger[level](thing, 'speaker');
      logger[level]('it went wrong', thing, 'speaker');
      logger[level]({ err: thing, job: { payload: thing } }, 'speaker');
      logger[level]({ deep: [{ er: { thing } }] });
      logger.pino.warn({ req: thing, res: thing, err: thing, error: thing }, 'as Fastify logs');
    }
    for (const line of secretive.texts()) {
      logger[level](line);
      logger[level](new Error(line), 'speaker');
      logger[level]('with a stack', `Error: ${line}\n    at somewhere`, 'speaker');
      logger[level]({ msg: line, meta: JSON.stringify({ line, again: JSON.stringify({ password: line }) }) });
      logger.pino.error(new Error(line), line);
    }

    expect(text().split('\n').length).toBeGreaterThan(80);
    expect(secretive.secrets.filter((secret) => text().includes(secret))).toEqual([]);
    // Each line is one JSON object.
    for (const line of text().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('writes type, message, code and cause of an error', () => {
    const { logger, last } = createLog();
    logger.error(new QueryFailedError('duplicate key value violates unique constraint "users_email"'), 'http');

    expect(last()).toMatchObject({
      context: 'http',
      msg: 'duplicate key value violates unique constraint "users_email"',
      err: { type: 'QueryFailedError', cause: { code: '23505', constraint: 'users_email' } },
    });
    expect(last().err.stack).toContain('process-logger.test');
  });

  it("writes Nest's lines about modules and routes at level debug", () => {
    const { logger, last } = createLog();
    logger.log('Mapped {/api/photos, GET} route', 'RouterExplorer');
    expect(last()).toMatchObject({ level: 20, context: 'RouterExplorer' });

    logger.log('listening', 'api');
    expect(last().level).toBe(30);
    logger.warn('A route is ambiguous', 'RouterExplorer');
    expect(last().level).toBe(40);
  });

  it('leaves all other fields of a line that has an unclosed secret field', () => {
    const { logger, text, last } = createLog();
    const token = '"token":"';
    logger.error({ msg: `${token}hunter2`, meta: JSON.stringify({ line: `${token}hunter2`, id: 3 }), status: 503 });

    expect(text()).toMatch(/^[^\n]+\n$/);
    expect(last()).toMatchObject({ msg: `${token}[hidden]`, status: 503 });
    expect(JSON.parse(last().meta)).toEqual({ line: `${token}[hidden]`, id: 3 });
  });

  it('keeps the line break after an unclosed secret field', () => {
    expect(redactSecrets('{"token":"hunter2\n')).toBe('{"token":"[hidden]\n');
  });

  it('leaves escapes before a secret unchanged', () => {
    const texts = ['\nruth@example.com', '\tpass=hunter2', '\u001bruth@example.com', '\\ruth@example.com'];
    expect(texts.map((text) => JSON.parse(redactSecrets(JSON.stringify(text))))).toEqual([
      '\n[address]',
      '\tpass=[hidden]',
      '\u001b[address]',
      // It looks like an escape.
      '\\r[address]',
    ]);
  });

  it.each(['\\a@example.com', 'CORP\\ursula@example.com', 'CORP\\uab@example.com', 'CORP\\uabel@example.com'])(
    'hides the whole address after a backslash that begins no escape: %s',
    (text) => {
      const hidden = text.replace(/[^\\]+$/, '[address]');
      expect(redactSecrets(text)).toBe(hidden);
      expect(JSON.parse(redactSecrets(JSON.stringify(text)))).toBe(hidden);
      const nested = redactSecrets(JSON.stringify(JSON.stringify(text)));
      expect(JSON.parse(JSON.parse(nested) as string)).toBe(hidden);
    },
  );

  it('leaves ordinary words, paths and packages unchanged', () => {
    const words = [
      'photo 3 could not be rendered: is it there? see /api/photos/3',
      'at file:///srv/node_modules/@nestjs/core/router.js:12:5',
      'token expired; password too short; 5 @ 3 = 15; a=b',
      'http://127.0.0.1:3001/api/health answered 503 after 12 ms',
      'ADMIN_PASSWORD: must be set beside ADMIN_EMAIL',
      'compass=north passed=3 {"tokens":3,"passed":"3","column":"token","event":"password changed"}',
    ];
    for (const text of words) expect(redactSecrets(text)).toBe(text);
  });

  it('searches a long repetitive text in linear time', () => {
    const startedAt = performance.now();
    const parts = ['a', '/', '?a=', 'a.', '@', '\\', '\\"', '\\n', '\\u00', '"password":"', 'a@a.', 'eyJ', 'eyJaaaa-'];
    for (const part of [...parts, 'a://', 'token', '\\"token\\":\\"', '\\\\\\"token\\\\\\":\\\\\\"'])
      redactSecrets(part.repeat(100_000 / part.length));
    redactSecrets(`"password":"${'\\'.repeat(100_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it('writes the id of the current request, if any', async () => {
    const { logger, last } = createLog();
    await withRequestId('abcdefgh', async () => {
      await Promise.resolve();
      logger.log('inside');
    });
    expect(last()).toMatchObject({ msg: 'inside', requestId: 'abcdefgh' });

    logger.log('outside');
    expect(last()).not.toHaveProperty('requestId');
  });
});

describe('a blocked standard output', () => {
  afterEach(endChildren);

  /** Logs more than any pipe buffers, then a line every 20 ms. */
  const CHATTY = `
    const logger = new lifecycle.ProcessLogger('info');
    await lifecycle.run(async () => {
      for (let line = 0; line < 4_000; line += 1) logger.log('x'.repeat(1_000));
      const ticks = setInterval(() => logger.log('tick'), 20);
      return { ready: { url: 'http://localhost:1' }, stop: async () => clearInterval(ticks) };
    });`;

  it.each(['a full disk', 'an unread pipe', 'a closed pipe'])(
    '(%s) neither ends the process nor delays its shutdown',
    async (kind) => {
      const full = kind === 'a full disk' ? openSync('/dev/full', 'w') : undefined;
      const child = startChild(CHATTY, { stdout: full ?? (kind === 'an unread pipe' ? 'unread' : 'closed') });
      await once(child.process, 'message');

      child.process.kill('SIGTERM');

      expect(await child.ended).toBe(0);
      expect(child.output()).toBe('');
      if (full !== undefined) closeSync(full);
    },
  );

  it('receives the number of lost lines once it is read again', async () => {
    const child = startChild(CHATTY, { stdout: 'unread' });
    await once(child.process, 'message');

    let text = '';
    const lines = () => text.trim().split('\n');
    child.process.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
    while (!text.includes('could not be written')) await once(child.process.stdout!, 'data');
    while (!text.endsWith('\n')) await once(child.process.stdout!, 'data');

    const entries = lines().map((line) => JSON.parse(line) as { level: number; msg: string; lost?: number });
    const { level, lost = 0 } = entries.find(({ msg }) => msg.includes('could not be written')) ?? {};
    expect(level).toBe(40);
    expect(entries.filter(({ msg }) => msg.startsWith('x')).length + lost).toBeGreaterThanOrEqual(4_000);
  });
});
