import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';
import type { SCHEMAS } from './openapi/described.ts';

/** Under which a route's answer is written down for its description. */
export const ANSWERS = Symbol('answers');

/** Name of a type of the contracts. A new one is known after `npm run describe -w api`. */
export type ViewName = keyof typeof SCHEMAS;

/** What a route answers that is no view with one status, as OpenAPI says it, by status. */
export type OtherAnswers = Record<number, { description: string; headers?: object; content?: Record<string, object> }>;

export interface AnswerRules {
  /** Name of the view in the contracts, answered with the status that Nest gives; or the answers by status. */
  answer: ViewName | OtherAnswers;
  /** Failures of this route alone; those that any route of its kind has are added by the description. */
  errors: ErrorCode[];
}

/** Says what a route answers, by the name of the view in the contracts, and how it can fail. */
export const Answers = (answer: ViewName | OtherAnswers, ...errors: ErrorCode[]) =>
  SetMetadata(ANSWERS, { answer, errors } satisfies AnswerRules);
