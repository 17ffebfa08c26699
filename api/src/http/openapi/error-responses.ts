import { ERRORS, type ErrorCode } from '@portfolio/contracts';
import type { ApiResponse } from './api-document.ts';
import { refersTo } from './schemas.ts';

/** Replaces `{limit}` in examples. */
const EXAMPLE_LIMIT = '10';

/**
 * Error responses by status: an ErrorView with one example for each code.
 *
 * @param faults messages by field, for the example of request.invalid
 */
export function errorResponses(
  codes: Iterable<ErrorCode>,
  faults: Record<string, string> = {},
): Record<string, ApiResponse> {
  const byStatus: Record<number, ErrorCode[]> = {};
  for (const code of [...new Set(codes)].sort()) (byStatus[ERRORS[code].status] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, all]) => [status, errorResponse(Number(status), all, faults)]),
  );
}

function errorResponse(statusCode: number, codes: ErrorCode[], faults: Record<string, string>): ApiResponse {
  const messageOf = (code: ErrorCode) => ERRORS[code].message.replace('{limit}', EXAMPLE_LIMIT);
  const exampleOf = (code: ErrorCode) =>
    code === 'request.invalid'
      ? { statusCode, message: Object.values(faults)[0] ?? messageOf(code), code, errors: faults }
      : { statusCode, message: messageOf(code), code };
  return {
    description: codes.map(messageOf).join('; '),
    ...([429, 503].includes(statusCode) && { headers: RETRY_AFTER }),
    ...(statusCode === 412 && { headers: CURRENT }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            refersTo('ErrorView'),
            { type: 'object', properties: { statusCode: { const: statusCode }, code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until the next attempt.', schema: { type: 'integer', minimum: 1 } },
};

const CURRENT = { ETag: { description: 'Version of the current state.', schema: { type: 'string' } } };
