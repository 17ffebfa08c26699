declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** @param vocabulary of schema.org, as its own JSON-LD file has it */
    constructor(vocabulary?: object);
    /** @param found things by their type, as they were found in each of the three forms of writing them */
    validate(found: Record<'jsonld' | 'microdata' | 'rdfa', object>): Promise<StructuredDataFault[]>;
  }

  export interface StructuredDataFault {
    severity: 'ERROR' | 'WARNING';
    issueMessage: string;
    rootType: string;
  }
}
