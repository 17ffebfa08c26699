import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';

/** Under which a route's answer is written down for its description. */
export const ANSWERS = Symbol('answers');

export interface AnswerRules {
  /** Name of the view in the contracts. */
  view: string;
  /** Failures of this route alone; those that any route of its kind has are added by the description. */
  errors: ErrorCode[];
}

/** Says what a route answers, by the name of the view in the contracts, and how it can fail. */
export const Answers = (view: string, ...errors: ErrorCode[]) =>
  SetMetadata(ANSWERS, { view, errors } satisfies AnswerRules);
