import { nodePreset } from '../jest.preset.js';

// Three on two cores: half of the time a test of the API waits, for the database or for a time-out.
export default { ...nodePreset, maxWorkers: 3 };
