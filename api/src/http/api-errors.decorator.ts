import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';

export const API_ERRORS = Symbol('error codes of a route');

/** Declares error codes of a route, beside those that `errorsOf` (openapi) derives from its guards, parameters and body. */
export const ApiErrors = (...codes: ErrorCode[]) => SetMetadata(API_ERRORS, codes);
