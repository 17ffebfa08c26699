import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';
import type { SCHEMAS } from './openapi/described.ts';
import type { OTHER_ANSWERS } from './openapi/other-answers.ts';

/** Under which a route's answer is written down for its description. */
export const ANSWERS = Symbol('answers');

/** Name of a type of the contracts (a new one is known after `npm run describe -w api`), or of what is no JSON. */
export type AnswerName = keyof typeof SCHEMAS | keyof typeof OTHER_ANSWERS;

export interface AnswerRules {
  answer: AnswerName;
  /** Failures of this route alone; those that any route of its kind has are added by the description. */
  errors: ErrorCode[];
}

/** Says what a route answers, by the name of the view in the contracts, and how it can fail. */
export const Answers = (answer: AnswerName, ...errors: ErrorCode[]) =>
  SetMetadata(ANSWERS, { answer, errors } satisfies AnswerRules);
