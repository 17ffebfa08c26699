/** W3C WebDriver commands by their names in Marionette, with HTTP method and path: https://www.w3.org/TR/webdriver2 */
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
  IsElementDisplayed: 'GET element/:id/displayed',
  Navigate: 'POST url',
  PerformActions: 'POST actions',
  SetWindowRect: 'POST window/rect',
} as const;

export type Command = keyof typeof COMMANDS;
export type Parameters = Record<string, unknown>;

/** Session of a browser. */
export interface WebDriver {
  /** @throws {WebDriverError} */
  send<T = null>(command: Command, parameters?: Parameters): Promise<T>;
  /** Stops the browser and its helper processes. */
  quit(): Promise<void>;
}

export class WebDriverError extends Error {
  constructor(
    command: string,
    /** Error code of the standard, such as `stale element reference`. */
    readonly code: string,
    message: string,
  ) {
    super(`${command}: ${code}: ${message}`);
  }
}
