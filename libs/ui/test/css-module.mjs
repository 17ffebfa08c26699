// Stands for a CSS module: every class is called what the source calls it.
export default new Proxy({}, { get: (_, name) => String(name) });
