import { configure, getConfig } from '@testing-library/dom';

const { getElementError } = getConfig();

configure({
  // A busy machine may need longer than the second that is waited otherwise.
  asyncUtilTimeout: 5_000,
  // While a query is tried again and again, nobody reads the page that its error prints. A last failure prints it.
  getElementError: (message, container) =>
    getConfig()._disableExpensiveErrorDiagnostics ? new Error(message) : getElementError(message, container),
});
