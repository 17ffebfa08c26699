/** Absolute addresses: relative links inside a splat route resolve wrongly. */
export function adminPaths(basePath: string, publicOrigin: string) {
  return {
    dashboard: basePath || '/',
    login: `${basePath}/login`,
    logout: `${basePath}/logout`,
    galleries: `${basePath}/galleries`,
    newGallery: `${basePath}/galleries?new`,
    photos: `${basePath}/photos`,
    newPhoto: `${basePath}/photos?new`,
    comments: `${basePath}/comments`,
    pendingComments: `${basePath}/comments?status=pending`,
    news: `${basePath}/news`,
    newNews: `${basePath}/news?new`,
    messages: `${basePath}/messages`,
    settings: `${basePath}/settings`,
    queue: `${basePath}/queue`,
    publicSite: `${publicOrigin}/`,
    publicGallery: (slug: string) => `${publicOrigin}/gallery/${encodeURIComponent(slug)}`,
    publicPhoto: (id: number) => `${publicOrigin}/photo/${id}`,
  };
}

export type AdminPaths = ReturnType<typeof adminPaths>;
