/** Processes of a site that only start others. */
export const SUPERVISORS = ['npm', 'supervisor', 'postgres-supervisor'];

/** Service of a process by its command; undefined for processes that are no part of a site. */
export function serviceOf(command: string): string | undefined {
  // npm and its shell.
  if (/^npm |^\S*node\S* \S*npm-cli\.js |^\S*sh -c /.test(command)) return 'npm';
  if (/^\S*node\S* \S*start\.mjs$/.test(command)) return 'supervisor';
  if (/\/postgres-supervisor\.js \{/.test(command)) return 'postgres-supervisor';
  if (/^postgres|\/postgres /.test(command)) return 'postgres';
  if (/\/bare-site\.mjs /.test(command)) return 'bare Node';
  return /([\w-]+)\/dist\/(?:server\/)?(?:main\.js|start\.cjs)/.exec(command)?.[1];
}
