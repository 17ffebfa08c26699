// CommonJS: Node reads ES modules by libuv's thread pool, whose size is fixed from then on. Two threads for validating
// images, two for hashing passwords, and Node's usual four for files and names.
process.env.UV_THREADPOOL_SIZE ||= '8';
void import('./main.ts');
