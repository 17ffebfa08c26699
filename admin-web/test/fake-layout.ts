import { jest } from '@jest/globals';

/** Gives every element a size, for virtual lists. Undone by `restoreAllMocks`. */
export function fakeLayout({ width = 800, height = 600 } = {}): void {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height);
}
