import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { AppError } from './app-error.ts';
import { FormFields, coerceFields } from './form-fields.ts';

type RequestClass = new () => object;

/** Validates bodies and queries by their request class. Unknown fields of a body are refused, those of a query ignored. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, data, metatype }: ArgumentMetadata): Promise<unknown> {
    const isWhole = data === undefined && (type === 'body' || type === 'query');
    if (!metatype || !isWhole) return value;
    const requestClass = metatype as RequestClass;
    const fields = type === 'query' ? readQuery(requestClass, value) : readBody(requestClass, value);
    const request = Object.assign(new requestClass(), fields);
    const faults = await validate(request, {
      whitelist: true,
      forbidNonWhitelisted: type === 'body',
      // A class without rules is a body without fields.
      forbidUnknownValues: false,
      stopAtFirstError: true,
    });
    if (faults.length > 0) throw new AppError('request.invalid', { errors: messagesOf(faults) });
    return request;
  }
}

/** Names of Object.prototype, which class-validator takes for known fields. */
const isReserved = (name: string) => name in Object.prototype;

/** Ignores empty values: forms send them for untouched fields. */
function readQuery(type: RequestClass, value: unknown): object {
  const known = Object.entries(value as Record<string, unknown>).filter(
    ([name, text]) => text !== '' && !isReserved(name),
  );
  return coerceFields(type, Object.fromEntries(known));
}

function readBody(type: RequestClass, value: unknown): object {
  const fields = value instanceof FormFields ? readForm(type, value) : (value ?? {});
  if (typeof fields !== 'object' || Array.isArray(fields)) throw new AppError('request.invalid');
  const reserved = Object.keys(fields).find(isReserved);
  if (reserved) throw AppError.at(reserved, 'request.invalid', unknownField(reserved));
  return fields;
}

function readForm(type: RequestClass, { values }: FormFields): object {
  const repeated = Object.entries(values).find(([, value]) => Array.isArray(value) && value.length > 1);
  if (repeated) throw AppError.at(repeated[0], 'request.invalid', `${repeated[0]} is given more than once`);
  return coerceFields(type, values);
}

function messagesOf(faults: ValidationError[]): Record<string, string> {
  return Object.fromEntries(
    faults.map(({ property, constraints = {} }) => [
      property,
      'whitelistValidation' in constraints ? unknownField(property) : (Object.values(constraints)[0] ?? ''),
    ]),
  );
}

const unknownField = (name: string) => `${name} is not a known field`;
