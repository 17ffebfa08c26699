/** Commands of W3C WebDriver, as Marionette names them, and their HTTP method and path: https://www.w3.org/TR/webdriver2 */
export const COMMANDS = {
  ElementClear: 'POST element/:id/clear',
  ElementClick: 'POST element/:id/click',
  ElementSendKeys: 'POST element/:id/value',
  ExecuteScript: 'POST execute/sync',
  FindElements: 'POST elements',
  GetComputedLabel: 'GET element/:id/computedlabel',
  GetComputedRole: 'GET element/:id/computedrole',
  GetCurrentURL: 'GET url',
  GetElementProperty: 'GET element/:id/property/:name',
  GetElementRect: 'GET element/:id/rect',
  GetElementText: 'GET element/:id/text',
  IsElementDisplayed: 'GET element/:id/displayed',
  Navigate: 'POST url',
  PerformActions: 'POST actions',
  SetWindowRect: 'POST window/rect',
  TakeScreenshot: 'GET screenshot',
} as const;

export type Command = keyof typeof COMMANDS;
export type Parameters = Record<string, unknown>;

/** A browser that is driven by WebDriver, whichever way the commands reach it. */
export interface WebDriver {
  /** @throws {WebDriverError} */
  send<T = null>(command: Command, parameters?: Parameters): Promise<T>;
  /** Ends the browser and all that was started with it. */
  quit(): Promise<void>;
}

export class WebDriverError extends Error {
  constructor(
    command: string,
    /** Of the standard: `stale element reference`. */
    readonly code: string,
    message: string,
  ) {
    super(`${command}: ${code}: ${message}`);
  }
}
