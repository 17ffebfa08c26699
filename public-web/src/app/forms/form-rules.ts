/** What a form is judged by. It is fetched when somebody begins to fill in the form. */
export interface FormRules {
  /** The message for each faulty field, in the order of the form. */
  faults(values: Readonly<Record<string, string>>): Record<string, string>;
  /** The length of a text as the server counts it. */
  count(text: string): number;
  /** Milliseconds from the form's appearing in which the server takes what comes for the work of a program. */
  patience: number;
}
