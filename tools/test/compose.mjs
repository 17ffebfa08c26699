import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ROOT } from '../projects.mjs';

/** Reads a file by its path from the root of the repository. */
export const read = (path) => readFileSync(`${ROOT}${path}`, 'utf8');

/** Parses the compose file: merged, without substitution of variables. */
export const readCompose = () => parse(read('docker-compose.yml'), { merge: true });

/** Instructions of a Dockerfile, with continued lines joined: `{ name: 'FROM', rest: 'node:20 AS base' }`. */
export function instructions(path) {
  return read(path)
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^(?<name>[A-Z]+)\s+(?<rest>.*)$/.exec(line).groups);
}

/** Stages of a Dockerfile by name, each with its base and its own instructions. */
export function stages(path) {
  const found = {};
  let current;
  for (const { name, rest } of instructions(path)) {
    if (name === 'FROM') {
      const [base, , as] = rest.split(/\s+/);
      current = found[as] = { base, own: [] };
    } else current?.own.push({ name, rest });
  }
  return found;
}

/** Instructions of a stage and of its base stages. */
export function inherited(all, stage) {
  const { base, own } = all[stage];
  return [...(all[base] ? inherited(all, base) : []), ...own];
}

/**
 * Parses the properties of an env class and of its base classes from their sources, since classes with decorators need a build.
 *
 * @returns {Record<string, { isRequired: boolean }>}
 */
export function settingsOf(path, className) {
  const classes = {};
  const config = readdirSync(`${ROOT}libs/config/src`).filter((name) => /env\.ts$/.test(name));
  for (const file of [...config.map((name) => `libs/config/src/${name}`), path]) {
    for (const [, name, base, body] of read(file).matchAll(
      /^(?:export )?class (\w+)(?: extends (\w+))?.*?\{\n(.*?)^\}/gms,
    )) {
      classes[name] = { base, body };
    }
  }
  const properties = {};
  for (let name = className; name; name = classes[name].base) {
    for (const [, property, mark] of classes[name].body.matchAll(/^ {2}(?:override )?([A-Z][A-Z\d_]*)([!?]?):/gm)) {
      properties[property] ??= { isRequired: mark === '!' };
    }
  }
  return properties;
}
