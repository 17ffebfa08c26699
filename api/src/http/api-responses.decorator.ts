import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';
import type { SCHEMAS } from './openapi/described.ts';
import type { OTHER_RESPONSES } from './openapi/other-responses.ts';

/** Under which a route's answer is written down for its description. */
export const API_RESPONSES = Symbol('answers');

/** Name of a type of the contracts (a new one is known after `npm run describe -w api`), or of what is no JSON. */
export type ResponseName = keyof typeof SCHEMAS | keyof typeof OTHER_RESPONSES;

export interface ResponseRules {
  answer: ResponseName;
  /** Failures of this route alone; those that any route of its kind has are added by the description. */
  errors: ErrorCode[];
}

/** Says what a route answers, by the name of the view in the contracts, and how it can fail. */
export const ApiResponses = (answer: ResponseName, ...errors: ErrorCode[]) =>
  SetMetadata(API_RESPONSES, { answer, errors } satisfies ResponseRules);
