/** Addresses built from where the back office is mounted, for a relative link inside a splat route resolves wrongly. */
export function adminPaths(basePath: string, publicOrigin: string) {
  return {
    index: basePath || '/',
    login: `${basePath}/login`,
    galleries: `${basePath}/galleries`,
    photos: `${basePath}/photos`,
    publicSite: `${publicOrigin}/`,
    publicGallery: (slug: string) => `${publicOrigin}/gallery/${encodeURIComponent(slug)}`,
  };
}

export type AdminPaths = ReturnType<typeof adminPaths>;
