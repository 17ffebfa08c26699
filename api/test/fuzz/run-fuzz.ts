import fc from 'fast-check';
import { describeApi } from '../../src/http/openapi/describe-api.ts';
import { DescribedResponses } from '../http/described-responses.ts';
import type { TestApi } from '../start-test-api.ts';
import { endFaults } from './end-state.ts';
import { anyRequest } from './generate.ts';
import { ResponseChecker } from './response-checker.ts';
import { SeededSite } from './seeded-site.ts';
import { Sender, type GeneratedRequest, type RawResponse } from './send.ts';

export interface FuzzReport {
  seed: number;
  requests: number;
  /** Responses by status. */
  statuses: Record<string, number>;
  /** Faults with an example; equal faults are listed once. */
  faults: { fault: string; request: string; response: string }[];
  /** Operations without any successful response. */
  neverSucceeded: string[];
  /** Growth of the process's memory. */
  megabytes: number;
}

/** Requests between two restores. One that ends all sessions makes the rest of its batch fail with 401. */
const BATCH = 40;
const CONCURRENCY = 8;

/** Growth above this is a leak. */
const MAX_MEGABYTES = 1000;
const NO_REQUEST: GeneratedRequest = { method: '', path: '', headers: {} };

/** Sends generated requests to a running API and checks each response. */
export async function runFuzz(
  api: TestApi,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzReport> {
  const document = describeApi(api.app);
  const described = new DescribedResponses(document);
  const checker = new ResponseChecker(described, api.env);
  const sender = new Sender(api.url);
  const site = new SeededSite(api);
  await site.prepare();

  const before = process.memoryUsage().rss;
  const report: FuzzReport = { seed, requests: 0, statuses: {}, faults: [], neverSucceeded: [], megabytes: 0 };
  const pending = new Set(
    Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    ),
  );
  const addFault = (request: GeneratedRequest, fault: string, response = '') => {
    const kind = fault.replace(/\d+/g, '#').slice(0, 200);
    if (report.faults.some((known) => known.fault.replace(/\d+/g, '#').slice(0, 200) === kind)) return;
    report.faults.push({ fault, request: format(request), response });
  };
  const onUnhandled = (reason: unknown) => addFault(NO_REQUEST, `unhandled rejection: ${String(reason)}`);
  process.on('unhandledRejection', onUnhandled);
  let acceptedUploads = 0;
  const uploadedPhotos = new Set<string>();
  const one = async (request: GeneratedRequest) => {
    report.requests += 1;
    let response: RawResponse;
    try {
      response = await sender.send(request);
    } catch (error) {
      return addFault(request, `no response to ${request.method} ${request.path}: ${String(error)}`);
    }
    report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
    const text = response.body.toString('utf8', 0, 2000);
    const fault = checker.faultOf(request, response);
    if (fault) addFault(request, fault, text);
    const operation = described.operationOf(request.method, request.path);
    if (response.status < 300 && operation?.requestBody?.content['multipart/form-data']) {
      // A repeated upload of a batch gets the photo of the first, and adds nothing.
      const [uploaded] = request.path.startsWith('/api/photos/upload') ? (/"id":\d+/.exec(text) ?? []) : [];
      if (!uploaded || !uploadedPhotos.has(uploaded)) acceptedUploads += 1;
      if (uploaded) uploadedPhotos.add(uploaded);
    }
    if (response.status < 300) pending.delete(operation?.operationId ?? '');
    site.addCursor(/"next_cursor":"([\w-]+)"/.exec(response.body.toString())?.[1]);
  };

  while (report.requests < requests) {
    const generated = fc.sample(anyRequest(document, await site.restore()), {
      numRuns: Math.min(BATCH, requests - report.requests),
      seed: seed + report.requests,
    });
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async (_, lane) => {
        for (let at = lane; at < generated.length; at += CONCURRENCY) await one(generated[at]!);
      }),
    );
  }
  process.off('unhandledRejection', onUnhandled);
  for (const fault of await endFaults(api, acceptedUploads)) addFault(NO_REQUEST, fault);
  report.megabytes = Math.round((process.memoryUsage().rss - before) / 1024 / 1024);
  if (report.megabytes > MAX_MEGABYTES) addFault(NO_REQUEST, `the process has grown by ${report.megabytes} MB`);
  report.neverSucceeded = [...pending];
  return report;
}

function format({ method, path, headers, body }: GeneratedRequest): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 300)}`);
  return [`${method} ${path}`, ...head, '', body?.toString('utf8', 0, 2000) ?? ''].join('\n');
}
