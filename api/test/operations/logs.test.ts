import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LoggerService } from '@nestjs/common';
import type { LogEntry } from '@portfolio/contracts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** Collects log entries. */
class Recorder implements LoggerService {
  readonly lines: { level: string; line: unknown }[] = [];
  private readonly at =
    (level: string) =>
    (line: unknown, ...rest: unknown[]) => {
      if (rest.at(-1) === 'frontend') this.lines.push({ level, line });
    };
  readonly verbose = this.at('trace');
  readonly debug = this.at('debug');
  readonly log = this.at('info');
  readonly warn = this.at('warn');
  readonly error = this.at('error');
  readonly fatal = this.at('fatal');
}

const log = new Recorder();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  api.app.useLogger(log);
});
afterAll(() => api.stop());
beforeEach(() => void log.lines.splice(0));

const entry = { level: 'error', message: 'Failed to load galleries' } as const;
const send = (given: object = {}) => api.visitor.post('/api/logs/frontend').send({ ...entry, ...given });
const logged = async (given: object) => {
  await send(given).expect(202);
  return log.lines.at(-1)?.line;
};

describe('a browser error', () => {
  it('is logged with known fields only', async () => {
    const known = { userAgent: 'Firefox/140', timestamp: '2026-01-10T15:00:00.000Z' };

    const { body } = await send({ ...known, url: 'https://example.com/gallery/tide', meta: { status: 503 } }).expect(
      202,
    );

    expect(body).toEqual({ message: expect.any(String) });
    expect(log.lines).toEqual([
      {
        level: 'error',
        line: {
          msg: 'Failed to load galleries',
          frontend: { ...known, url: 'https://example.com/gallery/tide', meta: '{"status":503}' },
        },
      },
    ]);
  });

  it.each(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'log'])('is logged at the level %s', async (level) => {
    await send({ level }).expect(202);

    expect(log.lines).toEqual([
      { level: level === 'log' ? 'info' : level, line: { msg: entry.message, frontend: {} } },
    ]);
  });

  it('is logged with an invalid token', async () => {
    await send().set('authorization', 'Bearer expired').expect(202);

    expect(log.lines).toHaveLength(1);
  });

  it.each([
    ['https://example.com/photo/7?token=secret#secret', 'https://example.com/photo/7'],
    ['https://example.com/photo/7#access_token=secret', 'https://example.com/photo/7'],
    ['/admin/login?next=secret\n?secret', '/admin/login'],
    ['https://ruth:secret@example.com/', 'https://example.com/'],
  ])('is logged without the secrets of %j', async (url, expected) => {
    expect(await logged({ url })).toMatchObject({ frontend: { url: expected } });
  });

  it('is cut to the maximum length', async () => {
    const line = await logged({ meta: { stack: 'x'.repeat(100_000) } });

    expect(line).toMatchObject({ frontend: { meta: expect.stringMatching(/^\{"stack":"x{3990}$/) } });
  });

  it.each([
    [{ message: 'm'.repeat(5000) }, { msg: 'm'.repeat(2000) }],
    [{ url: `/${'u'.repeat(5000)}` }, { frontend: { url: `/${'u'.repeat(1999)}` } }],
    [{ userAgent: 'a'.repeat(5000) }, { frontend: { userAgent: 'a'.repeat(500) } }],
    [{ timestamp: 't'.repeat(50) }, { frontend: { timestamp: 't'.repeat(35) } }],
    [{ timestamp: 1768057200000 }, { frontend: { timestamp: '2026-01-10T15:00:00.000Z' } }],
    [{ timestamp: 1e300 }, { frontend: { timestamp: '1e+300' } }],
    [{ meta: 'text' }, { frontend: { meta: '"text"' } }],
    [{ meta: ['a', 1] }, { frontend: { meta: '["a",1]' } }],
    [{ meta: 0 }, { frontend: { meta: '0' } }],
    [{ meta: null }, { frontend: {} }],
  ])('is logged in other forms, and cut where long (%#)', async (given, expected) => {
    const line = await logged(given);

    expect(line).toEqual({ msg: entry.message, frontend: {}, ...expected });
  });

  it.each([
    [{ level: 'loud' }, 'level must be one of trace, debug, log, info, warn, error, fatal'],
    [{ message: '  ' }, 'message is required'],
    [{ message: undefined }, 'message is required'],
    [{ message: 7 }, 'message is required'],
    [{ timestamp: [] }, 'timestamp must be text or a number'],
    [{ time: 1 }, 'time is not a known field'],
  ])('is rejected with %j', async (given, message) => {
    const { body } = await send(given).expect(400);

    expect(body.message).toBe(message);
    expect(log.lines).toEqual([]);
  });

  it.each([
    [10, 202],
    [40_000, 400],
  ])('with details nested %i deep gets %i', async (depth, status) => {
    const meta = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

    await api.visitor
      .post('/api/logs/frontend')
      .set('content-type', 'application/json')
      .send(`{"level":"error","message":"x","meta":${meta}}`)
      .expect(status);
  });
});

/** Logs an entry in another process. @returns the lines of its standard output */
function writtenBy(given: LogEntry): string[] {
  const [loader, service] = ['../../../tools/run-typescript.mjs', '../../src/logs/logs.service.ts'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const script = `
    import { Logger } from '@nestjs/common';
    import { ProcessLogger } from '@portfolio/lifecycle';
    import { LogsService } from '${service}';
    Logger.overrideLogger(new ProcessLogger('debug'));
    new LogsService().write(JSON.parse(process.argv[1]));`;
  const options = ['--conditions=@portfolio/source', '--import', String(loader), '--input-type=module', '-e', script];
  const output = execFileSync(process.execPath, [...options, JSON.stringify(given)], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  });
  return output.trimEnd().split(/[\n\r\u0085\u2028\u2029]/);
}

it.each(['"token":"', 'token":', 'token\\":\\'])('cannot break log lines by an unclosed secret field: %s', (field) => {
  const lines = writtenBy({ level: 'error', message: field, userAgent: field, meta: { field } });

  expect(lines).toHaveLength(1);
  expect(Object.keys(JSON.parse(lines[0] ?? '').frontend)).toEqual(['meta', 'userAgent']);
});

it('cannot forge or hide log lines', () => {
  const forged = '\r\n{"level":60,"msg":"forged"}\u2028\u0085\u001b[2K\u202e';

  const lines = writtenBy({
    level: 'warn',
    message: `broken${forged}`,
    url: `/${forged}`,
    userAgent: forged,
    meta: { [forged]: forged, level: 60 },
  });

  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/[\p{Cc}\u202e]/u);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ level: 40, context: 'frontend' });
  expect(line.msg).toBe('broken\ufffd\n{"level":60,"msg":"forged"}\ufffd\ufffd\ufffd[2K\ufffd');
  expect(Object.keys(line).sort()).toEqual(['context', 'frontend', 'hostname', 'level', 'msg', 'pid', 'time']);
});
