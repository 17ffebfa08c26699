import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';

export const API_ERRORS = Symbol('error codes of a route');

/** Declares the error codes that only this route has. `errorsOf` (openapi) adds those of its guards, parameters and body. */
export const ApiErrors = (...codes: ErrorCode[]) => SetMetadata(API_ERRORS, codes);
