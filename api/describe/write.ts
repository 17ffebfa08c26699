import { writeFileSync } from 'node:fs';
import { DESCRIBED, describedSource } from './described-source.ts';

writeFileSync(DESCRIBED, await describedSource());
