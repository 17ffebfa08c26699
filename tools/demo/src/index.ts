export { seedDemo, type SeedOptions } from './seed.ts';
