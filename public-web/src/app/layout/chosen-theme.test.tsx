import '@testing-library/jest-dom/jest-globals';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { chosenTheme } from './chosen-theme.ts';

const root = document.documentElement;
const contentOf = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
const press = () => document.getElementById('theme-switch')?.firstElementChild?.dispatchEvent(click());
const click = () => new MouseEvent('click', { bubbles: true, cancelable: true });
let isSystemDark = false;
let replays = 0;

beforeAll(() => {
  window.matchMedia = () => ({ matches: isSystemDark }) as MediaQueryList;
  // The function has listeners until the page closes: it runs once, as in a page.
  chosenTheme();
  addEventListener('click', () => (replays += 1), true);
});

beforeEach(() => {
  isSystemDark = false;
  replays = 0;
  delete root.dataset['theme'];
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="#faf9f6"><meta name="color-scheme" content="light">';
  document.body.innerHTML = '<button id="theme-switch"><span>Dark</span></button><p>Text</p>';
  dispatchEvent(new Event('storage'));
});

it.each([
  ['light', undefined, false, 'dark'],
  ['dark', 'dark', false, 'light'],
  ['that of a light system', 'auto', false, 'dark'],
  ['that of a dark system', 'auto', true, 'light'],
])('switches from %s to the other theme and back; stores the choice only in between', (_, own, isDark, other) => {
  isSystemDark = isDark;
  if (own) root.dataset['theme'] = own;

  press();
  expect(root).toHaveAttribute('data-chosen', other);
  expect(localStorage.getItem('theme')).toBe(other);
  expect(contentOf('theme-color')).toBe(other === 'dark' ? '#111110' : '#faf9f6');
  expect(contentOf('color-scheme')).toBe(other);

  press();
  expect(root).toHaveAttribute('data-chosen', '');
  expect(localStorage).toHaveLength(0);
  expect(document.head.childElementCount).toBe(2);
  // The clicks are not replayed after hydration.
  expect(replays).toBe(0);
});

it('ignores other clicks', () => {
  document.querySelector('p')?.dispatchEvent(click());

  expect(root).toHaveAttribute('data-chosen', '');
  expect(replays).toBe(1);
});

it('restores the choice, also of another tab', () => {
  localStorage.setItem('theme', 'dark');
  dispatchEvent(new Event('pageshow'));
  expect(root).toHaveAttribute('data-chosen', 'dark');

  localStorage.setItem('theme', 'light');
  dispatchEvent(new Event('storage'));
  expect(root).toHaveAttribute('data-chosen', 'light');
  expect(contentOf('theme-color')).toBe('#faf9f6');

  localStorage.setItem('theme', '"><script>');
  dispatchEvent(new Event('storage'));
  expect(root).toHaveAttribute('data-chosen', '');
});
