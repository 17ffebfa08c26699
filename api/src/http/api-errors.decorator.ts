import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '@portfolio/contracts';

export const API_ERRORS = Symbol('error codes of a route');

/** Documents the error codes of one route. The API description adds those of all routes of its kind. */
export const ApiErrors = (...codes: ErrorCode[]) => SetMetadata(API_ERRORS, codes);
