import { nodePreset } from '../../jest.preset.js';

export default { ...nodePreset, globalSetup: '<rootDir>/test/bundle-sources.js' };
