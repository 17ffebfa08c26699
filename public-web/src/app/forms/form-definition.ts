import type { Api } from '@portfolio/api-client';
import type { PublicForm } from '@portfolio/contracts';

/** What is known of a form beside how it looks: fetched when somebody begins to fill it in, and by the server. */
export interface FormDefinition<Name extends string = string, About extends object = object> {
  /** Its fields, in their order. */
  names: readonly Name[];
  /** The most that a field takes, where it is worth counting. */
  limits: Readonly<Partial<Record<Name, number>>>;
  /** Its request class, which says what is wrong with what was typed. */
  request: new () => object;
  /** Sends what was typed, with the signs by which people are told from programs, and what it is about. */
  post(api: Api, form: Record<Name, string> & Pick<PublicForm, 'website' | 'fill_time'> & About): Promise<unknown>;
  /** The sentence for a failure that is about none of the fields. */
  explain: (error: unknown) => string;
}
