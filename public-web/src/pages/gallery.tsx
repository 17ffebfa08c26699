export { GalleryPage as default } from '../features/galleries/gallery-page.tsx';
