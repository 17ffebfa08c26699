export * from './picture/picture.tsx';
