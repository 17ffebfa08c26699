import { jest } from '@jest/globals';

/** Gives every element a size, so that lists which render only what is in sight render something. Undone by `restoreAllMocks`. */
export function fakeLayout({ width = 800, height = 600 } = {}): void {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height);
}
