import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { classNameOf } from '../build/class-names.ts';
import { classNames } from '../build/plugins.ts';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const modules = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.module.css'),
);
const classesOf = (css: string) => [
  ...new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name ?? '')),
];

it('class names of the pages are unique, with a prefix of their own', () => {
  const names = modules.flatMap((path) => {
    const [file, css] = [join(source, path), readFileSync(join(source, path), 'utf8')];
    return classesOf(css).map((name) => classNameOf(name, file, css));
  });

  expect(names.length).toBeGreaterThan(100);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^p[\da-z]+-[\da-z]+$/);
});

it('a class has the same name in every build', () => {
  const file = join(source, 'app/layout/layout.module.css');
  const css = '.site { color: red } .menu a { animation: rise 1s } .site > .menu { } @keyframes rise { }';
  const [site, menu, rise] = ['site', 'menu', 'rise'].map((name) => classNameOf(name, file, css));

  expect(['rise', 'menu', 'site'].map((name) => classNameOf(name, file, css))).toEqual([rise, menu, site]);
  expect(new Set([site, menu, rise]).size).toBe(3);
});

it.each([
  ['<p className={styles.title} />', '* as styles'],
  [`<p className={styles['title']} />`, '* as styles'],
  ['<p className={styles[size]} />', 'styles'],
])('%s uses %s', (code, imported) => {
  const { transform } = classNames as unknown as { transform: (code: string, id: string) => string };
  const of = (names: string) => `import ${names} from './a.module.css';\n${code}`;

  expect(transform(of('styles'), '/a.tsx')).toBe(of(imported));
});

it('an unknown class is an error', () => {
  expect(() => classNameOf('none', join(source, 'app/layout/layout.module.css'), '.site { }')).toThrow('no none in');
  expect(() => classNameOf('site', join(source, 'none.module.css'), '.site { }')).toThrow('no site in');
});
