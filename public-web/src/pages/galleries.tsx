export { GalleryListPage as default } from '../features/galleries/gallery-list-page.tsx';
