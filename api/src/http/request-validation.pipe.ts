import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { AppError } from './app-error.ts';
import { FormFields, readTextFields } from './text-fields.ts';

/** Lets in what the contract's request class describes, and nothing else: unknown fields are refused, not dropped. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      exceptionFactory: (faults) => new AppError('request.invalid', { errors: messagesOf(faults) }),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isWhole = metadata.data === undefined && (metadata.type === 'body' || metadata.type === 'query');
    if (!metadata.metatype || !isWhole) return value;
    const fields = readValue(value, metadata);
    refuseReserved(fields);
    return super.transform(fields, metadata);
  }
}

/** Refuses as unknown what class-transformer would leave out without a word. */
function refuseReserved(fields: object): void {
  const reserved = ['__proto__', 'constructor'].find((name) => Object.hasOwn(fields, name));
  if (reserved) throw AppError.at(reserved, 'request.invalid', `${reserved} is not a known field`);
}

function readValue(value: unknown, { type, metatype }: ArgumentMetadata): object {
  if (value instanceof FormFields) return readTextFields(metatype as never, value.values);
  if (type === 'query') return readTextFields(metatype as never, value as Record<string, unknown>);
  // Where there is no body every field is missing, and the first one that must be there says so.
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new AppError('request.invalid');
  return value;
}

function messagesOf(faults: ValidationError[]): Record<string, string> {
  return Object.fromEntries(
    faults.map(({ property, constraints = {} }) => [
      property,
      'whitelistValidation' in constraints ? `${property} is not a known field` : (Object.values(constraints)[0] ?? ''),
    ]),
  );
}
