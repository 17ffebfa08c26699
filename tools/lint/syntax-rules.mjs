/** Rejects the syntax of some selectors. */
const rejecting = (message, ...selectors) => ({
  meta: { type: 'problem', schema: [] },
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

export const fewDependenciesRule = rejecting(
  'More than five dependencies: split the class by use case.',
  'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
);

export const assertedWaitsRule = rejecting(
  'It passes after its timeout too: assert its value, or use waitUntil.',
  'ExpressionStatement > AwaitExpression > CallExpression[callee.name="eventually"]',
);

/** `process.env`, and `env` of the module. */
export const envFilesRule = rejecting(
  'Read the environment in the env file of the process (see @portfolio/config) and pass it on.',
  'MemberExpression[object.name="process"]:matches([property.name="env"], [property.value="env"])',
  'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
  ':matches(ImportDeclaration, ExportNamedDeclaration)[source.value=/^(node:)?process$/] > :matches(ImportSpecifier[imported.name="env"], ExportSpecifier[local.name="env"])',
);
