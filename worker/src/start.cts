// CommonJS: Node reads ES modules by libuv's thread pool, whose size is fixed from then on. A thread for each job, since
// a render fills one, and Node's usual four for files and names. WorkerEnv refuses what is no number.
process.env.UV_THREADPOOL_SIZE ||= String(
  4 + (Number(process.env.CONCURRENCY) || Math.min(process.getBuiltinModule('node:os').availableParallelism(), 256)),
);
void import('./main.ts');
