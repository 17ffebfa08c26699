import { characterCount, LIMITS } from '@portfolio/contracts';
import { validateSync } from 'class-validator';
import type { FormRules } from './form-rules.ts';

/**
 * The rules of a form as its request class has them, which is what the server judges by too.
 *
 * @param request the class
 * @param names the form's fields, in their order
 */
export function rulesOf(request: new () => object, names: readonly string[]): FormRules {
  return {
    faults(values) {
      const faults = validateSync(Object.assign(new request(), values), { stopAtFirstError: true });
      const messages = new Map(
        faults.map(({ property, constraints = {} }) => [property, Object.values(constraints)[0]]),
      );
      return Object.fromEntries(
        names.flatMap((name) => {
          const message = messages.get(name);
          return message ? [[name, message]] : [];
        }),
      );
    },
    count: characterCount,
    patience: LIMITS.fillTime,
  };
}
