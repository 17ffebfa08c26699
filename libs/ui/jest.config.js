import { logicPreset, combinePresets, webPreset } from '../../jest.preset.js';

export default combinePresets({ ...webPreset, displayName: 'browser' }, { ...logicPreset, displayName: 'logic' });
