import { ERRORS, type ErrorCode } from '@portfolio/contracts';
import type { Answer } from './api-document.ts';
import { refersTo } from './schemas.ts';

/** What stands for the limit in an example. */
const EXAMPLE_LIMIT = '10';

/** The failures by status: each answers an ErrorView with one of the codes, of which each has an example. */
export function errorAnswers(codes: Iterable<ErrorCode>): Record<string, Answer> {
  const all = [...new Set(codes)].sort();
  const statuses = [...new Set(all.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      errorAnswer(
        status,
        all.filter((code) => ERRORS[code].status === status),
      ),
    ]),
  );
}

function errorAnswer(statusCode: number, codes: ErrorCode[]): Answer {
  const messages = codes.map((code) => ERRORS[code].message.replace('{limit}', EXAMPLE_LIMIT));
  return {
    description: messages.join('; '),
    ...(statusCode === 429 && { headers: RETRY_AFTER }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            refersTo('ErrorView'),
            { type: 'object', properties: { statusCode: { const: statusCode }, code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code, index) => [code, { value: { statusCode, message: messages[index], code } }]),
        ),
      },
    },
  };
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until it may be tried again.', schema: { type: 'integer', minimum: 1 } },
};
