import { webPreset } from '../../jest.preset.js';

export default webPreset;
