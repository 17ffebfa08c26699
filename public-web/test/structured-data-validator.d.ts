declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** @param vocabulary of schema.org in JSON-LD */
    constructor(vocabulary?: object);
    /** @param items by type, for each syntax */
    validate(items: Record<'jsonld' | 'microdata' | 'rdfa', object>): Promise<StructuredDataFault[]>;
  }

  export interface StructuredDataFault {
    severity: 'ERROR' | 'WARNING';
    issueMessage: string;
    rootType: string;
  }
}
