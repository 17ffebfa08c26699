import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { AppError } from './app-error.ts';
import { FormFields, readTextFields } from './text-fields.ts';

type RequestClass = new () => object;

/**
 * Lets in what the contract's request class describes, and nothing else. Unknown fields of a body are refused, not dropped;
 * those of a query are overlooked, since much of what is written behind an address is not meant for its server.
 */
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
      // A class without rules describes a body without fields.
      forbidUnknownValues: false,
      stopAtFirstError: true,
    });
    if (faults.length > 0) throw new AppError('request.invalid', { errors: messagesOf(faults) });
    return request;
  }
}

/** What every object has, and no request class as a field: validation would take such a name for a known one. */
const isReserved = (name: string) => name in Object.prototype;

/** What is empty counts as not given: so a form sends what nobody has filled in or chosen. */
function readQuery(type: RequestClass, value: unknown): object {
  const known = Object.entries(value as Record<string, unknown>).filter(
    ([name, text]) => text !== '' && !isReserved(name),
  );
  return readTextFields(type, Object.fromEntries(known));
}

function readBody(type: RequestClass, value: unknown): object {
  const fields = value instanceof FormFields ? readForm(type, value) : (value ?? {});
  // Where there is no body every field is missing, and the first one that must be there says so.
  if (typeof fields !== 'object' || Array.isArray(fields)) throw new AppError('request.invalid');
  const reserved = Object.keys(fields).find(isReserved);
  if (reserved) throw AppError.at(reserved, 'request.invalid', unknownField(reserved));
  return fields;
}

function readForm(type: RequestClass, { values }: FormFields): object {
  const repeated = Object.entries(values).find(([, value]) => Array.isArray(value) && value.length > 1);
  if (repeated) throw AppError.at(repeated[0], 'request.invalid', `${repeated[0]} is given more than once`);
  return readTextFields(type, values);
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
