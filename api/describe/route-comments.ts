import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** What the source of a route tells of it. */
export interface RouteComment {
  /** The feature whose folder it is in. */
  tag: string;
  /** The first sentence of the method's doc comment; empty where there is none. */
  summary: string;
  /** The rest of it. */
  description: string;
  /** Name of the type that the method answers. */
  returns: string;
  /** Whether the answer has an entity tag. */
  isVersioned?: true;
}

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** Every method of every controller, by `GalleriesController.create`. */
export function routeComments(): Record<string, RouteComment> {
  const comments: Record<string, RouteComment> = {};
  for (const file of controllerFiles()) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const controller of source.statements.filter(ts.isClassDeclaration)) {
      for (const method of controller.members.filter(ts.isMethodDeclaration)) {
        if (!ts.getDecorators(method)?.length) continue;
        const answer = (method.type?.getText() ?? '').replace(/^Promise<(.*)>$/s, '$1');
        comments[`${controller.name?.text}.${method.name.getText()}`] = {
          tag: basename(dirname(file)),
          ...sentencesOf(method),
          returns: answer.replace(/^Versioned<(.*)>$/s, '$1'),
          ...(answer.startsWith('Versioned<') && { isVersioned: true }),
        };
      }
    }
  }
  return comments;
}

function controllerFiles(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.controller.ts'))
    .sort()
    .map((file) => join(SOURCES, file));
}

function sentencesOf(method: ts.MethodDeclaration): { summary: string; description: string } {
  const comment = ts.getJSDocCommentsAndTags(method).find(ts.isJSDoc);
  const text = (ts.getTextOfJSDocComment(comment?.comment) ?? '').replace(/\s+/g, ' ').trim();
  const [, summary = text, description = ''] = /^(.*?\.)(?: (.*))?$/.exec(text) ?? [];
  return { summary, description };
}
