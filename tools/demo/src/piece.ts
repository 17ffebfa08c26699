/** One picture of the demo site. */
export interface Piece {
  title: string;
  description: string;
  /** What is seen, for somebody who cannot see it. */
  altText: string;
  /** Pixels of its file. */
  width: number;
  height: number;
  isForSale: boolean;
  /** In the site's currency; null when the piece is not for sale. */
  sellingPrice: number | null;
}

/** One series, its pieces in the order they hang. */
export interface Gallery {
  title: string;
  slug: string;
  description: string;
  pieces: readonly Piece[];
}

/** What a visitor wrote under a piece, which is named by its title. */
export interface PieceComment {
  piece: string;
  authorName: string;
  authorEmail: string;
  content: string;
}

/** A line of news. */
export interface NewsItem {
  headline: string;
  content: string;
  link: string;
}
