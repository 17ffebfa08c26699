import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import Validator, { type StructuredDataFault } from '@adobe/structured-data-validator';

/** An item of schema.org. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

/** Items in a page's JSON-LD. @throws SyntaxError for invalid JSON */
export function structuredData(html: string): Thing[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return blocks.flatMap(([, json = '']) => JSON.parse(json)['@graph'] as Thing[]);
}

/** Errors by schema.org and by Google's requirements. */
export async function structuredDataFaults(things: Thing[]): Promise<StructuredDataFault[]> {
  const jsonld: Record<string, Thing[]> = {};
  for (const thing of things) (jsonld[thing['@type']] ??= []).push(thing);
  return (await validator()).validate({ jsonld, microdata: {}, rdfa: {} });
}

let started: Promise<Validator> | undefined;

const validator = () => (started ??= readVocabulary().then((vocabulary) => new Validator(vocabulary)));

/** Vocabulary of schema.org, from the types of schema-dts: classes, their parents and their properties. */
async function readVocabulary() {
  const types = await readFile(createRequire(import.meta.url).resolve('schema-dts/dist/schema.d.ts'), 'utf8');
  const idOf = (name: string) => ({ '@id': `schema:${name}` });
  const parentsOf = new Map<string, Set<string>>();
  const domains = new Map<string, Set<string>>();
  for (const [, name = '', parents = '', body = ''] of types.matchAll(
    /^(?:export )?interface (\w+?)(?:Base|Leaf)(?:<[^>]*>)? extends ([^{]+) \{\n(.*?)^\}/gms,
  )) {
    const bases = [...parents.matchAll(/\b(\w+)Base\b/g)].map(([, base = '']) => base).filter((base) => base !== name);
    parentsOf.set(name, new Set([...(parentsOf.get(name) ?? []), ...bases]));
    for (const [, property = ''] of body.matchAll(/^ {4}"(\w+)"\?:/gm)) {
      domains.set(property, (domains.get(property) ?? new Set()).add(name));
    }
  }
  return {
    '@graph': [
      ...[...parentsOf].map(([name, parents]) => ({
        '@type': 'rdfs:Class',
        ...idOf(name),
        'rdfs:subClassOf': [...parents].map(idOf),
      })),
      ...[...domains].map(([property, classes]) => ({
        '@type': 'rdf:Property',
        ...idOf(property),
        'schema:domainIncludes': [...classes].map(idOf),
      })),
    ],
  };
}
