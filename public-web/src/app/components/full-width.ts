export { factor, FULL_WIDTH } from '@portfolio/ui/photo-layout/full-width';
