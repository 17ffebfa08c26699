import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import ts from 'typescript';
import type { RouteComment } from '../src/http/openapi/schemas.ts';

/**
 * Doc comments and return types of controller methods, by names such as `GalleriesController.create`.
 *
 * @param files paths of the controllers
 */
export function routeComments(files: string[]): Record<string, RouteComment> {
  const comments: Record<string, RouteComment> = {};
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const controller of source.statements.filter(ts.isClassDeclaration)) {
      for (const method of controller.members.filter(ts.isMethodDeclaration)) {
        if (!ts.getDecorators(method)?.length) continue;
        const returned = (method.type?.getText() ?? '').replace(/^Promise<(.*)>$/s, '$1');
        comments[`${controller.name?.text}.${method.name.getText()}`] = {
          tag: basename(dirname(file)),
          ...sentencesOf(method),
          returns: returned.replace(/^Versioned<(.*)>$/s, '$1'),
          isVersioned: returned.startsWith('Versioned<'),
        };
      }
    }
  }
  return comments;
}

function sentencesOf(method: ts.MethodDeclaration): { summary: string; description: string } {
  const comment = ts.getJSDocCommentsAndTags(method).find(ts.isJSDoc);
  const text = (ts.getTextOfJSDocComment(comment?.comment) ?? '').replace(/\s+/g, ' ').trim();
  const [, summary = text, description = ''] = /^(.*?\.)(?: (.*))?$/.exec(text) ?? [];
  return { summary, description };
}
