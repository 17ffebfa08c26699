import fc from 'fast-check';
import { describeApi } from '../src/http/openapi/describe-api.ts';
import { DescribedResponses } from '../test/http/described-responses.ts';
import type { TestApi } from '../test/start-test-api.ts';
import { endFaults } from './end-state.ts';
import { anyRequest } from './generate.ts';
import type { GeneratedRequest, Received } from './generated-request.ts';
import { Judge } from './judge.ts';
import { SeededWorld } from './seed-world.ts';
import { Sender } from './send.ts';

/** What a run found. */
export interface FuzzReport {
  seed: number;
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Each fault with a request that shows it, the same fault once. */
  faults: { fault: string; request: string; answer: string }[];
  /** Operations that never went well. */
  neverDone: string[];
  /** What the process takes up more than at the start. */
  megabytes: number;
}

/** Requests that are made of the same rows. One that ends every session has the rest of its batch refused. */
const BATCH = 40;
/** Requests on their way at once. */
const AT_ONCE = 8;

/** Far more than a run of any length needs, in which nothing leaks. */
const MEGABYTES = 1000;
const NO_REQUEST: GeneratedRequest = { method: '', path: '', headers: {} };

/** Sends that many generated requests to a running api, and judges every answer. */
export async function runFuzz(
  api: TestApi,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const document = describeApi(api.app);
  const described = new DescribedResponses(document);
  const judge = new Judge(described, api.env);
  const sender = new Sender(api.url);
  const world = new SeededWorld(api);
  await world.prepare();

  const before = process.memoryUsage().rss;
  const report: FuzzReport = { seed, requests: 0, statuses: {}, faults: [], neverDone: [], megabytes: 0 };
  const undone = new Set(
    Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    ),
  );
  const note = (request: GeneratedRequest, fault: string, answer = '') => {
    const kind = fault.replace(/\d+/g, '#').slice(0, 200);
    if (report.faults.some((known) => known.fault.replace(/\d+/g, '#').slice(0, 200) === kind)) return;
    report.faults.push({ fault, request: written(request), answer });
  };
  const onUnhandled = (reason: unknown) => note(NO_REQUEST, `a rejection that nobody handled: ${String(reason)}`);
  process.on('unhandledRejection', onUnhandled);
  let acceptedUploads = 0;
  const one = async (request: GeneratedRequest) => {
    report.requests += 1;
    let answer: Received;
    try {
      answer = await sender.send(request);
    } catch (error) {
      return note(request, `no answer to ${request.method} ${request.path}: ${String(error)}`);
    }
    report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
    const text = answer.body.toString('utf8', 0, 2000);
    const fault = judge.faultOf(request, answer);
    if (fault) note(request, fault, text);
    const operation = described.operationOf(request.method, request.path);
    if (answer.status === 201 && operation?.requestBody?.content['multipart/form-data']) acceptedUploads += 1;
    if (answer.status < 300) undone.delete(operation?.operationId ?? '');
    world.remember(
      /"next_cursor":"([\w-]+)"/.exec(text.slice(-2000))?.[1] ??
        /"next_cursor":"([\w-]+)"/.exec(answer.body.toString())?.[1],
    );
  };

  while (report.requests < requests) {
    const generated = fc.sample(anyRequest(document, await world.look()), {
      numRuns: Math.min(BATCH, requests - report.requests),
      seed: seed + report.requests,
    });
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, lane) => {
        for (let at = lane; at < generated.length; at += AT_ONCE) await one(generated[at]!);
      }),
    );
  }
  process.off('unhandledRejection', onUnhandled);
  for (const fault of await endFaults(api, acceptedUploads)) note(NO_REQUEST, fault);
  report.megabytes = Math.round((process.memoryUsage().rss - before) / 1024 / 1024);
  if (report.megabytes > MEGABYTES) note(NO_REQUEST, `the process has grown by ${report.megabytes} MB`);
  report.neverDone = [...undone];
  return report;
}

function written({ method, path, headers, body }: GeneratedRequest): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 300)}`);
  return [`${method} ${path}`, ...head, '', body?.toString('utf8', 0, 2000) ?? ''].join('\n');
}
