/** File names of cameras: `IMG_1234`, `DSC00042`, `20260504_120000`. */
const CAMERA_NAME = /^[A-Z\d_-]*\d{3}[A-Z\d_-]*$/;

/** Title from a file name: "north_ridge-02.JPG" gives "North ridge 02", and "IMG_1234.JPG" stays "IMG_1234". */
export function titleFromFileName(name: string): string {
  const stem = name.replace(/\.[^.]+$/, '');
  if (CAMERA_NAME.test(stem)) return stem;
  const words = stem.replace(/[\s_-]+/g, ' ').trim();
  return words === '' ? 'Untitled' : words[0]!.toUpperCase() + words.slice(1);
}
