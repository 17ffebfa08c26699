import { logicPreset, together, webPreset } from '../../jest.preset.js';

export default together({ ...webPreset, displayName: 'browser' }, { ...logicPreset, displayName: 'logic' });
