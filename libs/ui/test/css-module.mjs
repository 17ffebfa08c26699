// Mock of a CSS module: each class has its source name.
export default new Proxy({}, { get: (_, name) => String(name) });
