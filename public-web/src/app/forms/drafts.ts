type Fields = Readonly<Record<string, string>>;

/**
 * What was typed into a form and not sent, kept in the tab: whoever follows a link by mistake finds it again.
 *
 * @param name tells the forms apart
 */
export const draftOf = (name: string) => ({
  read(): Fields {
    return orNothing(() => JSON.parse(sessionStorage.getItem(name) ?? '{}') as Fields) ?? {};
  },
  /** Keeps it; nothing typed is no draft. */
  keep(typed: Fields): void {
    orNothing(() =>
      Object.keys(typed).length > 0
        ? sessionStorage.setItem(name, JSON.stringify(typed))
        : sessionStorage.removeItem(name),
    );
  },
});

/** A browser may refuse to keep anything, or have no room. */
function orNothing<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}
