/** Photo of the demo. */
export interface Piece {
  title: string;
  description: string;
  altText: string;
  /** Pixels. */
  width: number;
  height: number;
  isForSale: boolean;
  /** In the site's currency; null when the piece is not for sale. */
  sellingPrice: number | null;
}

/** Gallery with its photos in order. */
export interface Gallery {
  title: string;
  slug: string;
  description: string;
  pieces: readonly Piece[];
}

/** Comment on a photo, which is named by its title. */
export interface PieceComment {
  piece: string;
  authorName: string;
  authorEmail: string;
  content: string;
}

export interface NewsItem {
  headline: string;
  content: string;
  link: string;
}
