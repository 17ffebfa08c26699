/**
 * Paths from the root, and full URLs of public pages. A relative link would depend on the page it is on: the host mounts
 * the back office at `basePath/*`.
 */
export function adminPaths(basePath: string, publicOrigin: string) {
  return {
    dashboard: basePath || '/',
    login: `${basePath}/login`,
    logout: `${basePath}/logout`,
    galleries: `${basePath}/galleries`,
    newGallery: `${basePath}/galleries?new`,
    photos: `${basePath}/photos`,
    newPhoto: `${basePath}/photos?new`,
    share: `${basePath}/share`,
    comments: `${basePath}/comments`,
    pendingComments: `${basePath}/comments?status=pending`,
    news: `${basePath}/news`,
    newNews: `${basePath}/news?new`,
    messages: `${basePath}/messages`,
    settings: `${basePath}/settings`,
    siteTexts: `${basePath}/settings/texts`,
    trash: `${basePath}/trash`,
    jobQueue: `${basePath}/queue`,
    publicSite: `${publicOrigin}/`,
    publicPage: (path: string) => publicOrigin + path,
    publicGallery: (slug: string) => `${publicOrigin}/gallery/${encodeURIComponent(slug)}`,
    publicPhoto: (id: number) => `${publicOrigin}/photo/${id}`,
  };
}

export type AdminPaths = ReturnType<typeof adminPaths>;
