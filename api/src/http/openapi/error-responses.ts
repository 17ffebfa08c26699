import { ERRORS, type ErrorCode } from '@portfolio/contracts';
import type { Answer } from './api-document.ts';
import { refersTo } from './schemas.ts';

/** What stands for the limit in an example. */
const EXAMPLE_LIMIT = '10';

/**
 * The failures by status: each answers an ErrorView with one of the codes, of which each has an example.
 *
 * @param faults what may be wrong with fields of the request, for the example of request.invalid
 */
export function errorResponses(
  codes: Iterable<ErrorCode>,
  faults: Record<string, string> = {},
): Record<string, Answer> {
  const all = [...new Set(codes)].sort();
  const statuses = [...new Set(all.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      errorAnswer(
        status,
        all.filter((code) => ERRORS[code].status === status),
        faults,
      ),
    ]),
  );
}

function errorAnswer(statusCode: number, codes: ErrorCode[], faults: Record<string, string>): Answer {
  const messages = codes.map((code) => ERRORS[code].message.replace('{limit}', EXAMPLE_LIMIT));
  const example = (code: ErrorCode, message = '') =>
    code === 'request.invalid'
      ? { statusCode, message: Object.values(faults)[0] ?? message, code, errors: faults }
      : { statusCode, message, code };
  return {
    description: messages.join('; '),
    ...(statusCode === 429 && { headers: RETRY_AFTER }),
    ...(statusCode === 412 && { headers: CURRENT }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            refersTo('ErrorView'),
            { type: 'object', properties: { statusCode: { const: statusCode }, code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code, index) => [code, { value: example(code, messages[index]) }])),
      },
    },
  };
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until it may be tried again.', schema: { type: 'integer', minimum: 1 } },
};

const CURRENT = { ETag: { description: 'Names what is there now.', schema: { type: 'string' } } };
