// CommonJS: loading ES modules starts libuv's thread pool, which fixes its size. Two threads validate images, two hash
// passwords, and Node's usual four read files and resolve names.
process.env.UV_THREADPOOL_SIZE ||= '8';
void import('./main.ts');
