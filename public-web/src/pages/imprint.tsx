export { ImprintPage as default } from '../features/imprint/imprint-page.tsx';
