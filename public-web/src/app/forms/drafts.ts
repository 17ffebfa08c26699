type Fields = Readonly<Record<string, string>>;

/** What was typed into a form and not sent, kept in the tab: whoever follows a link by mistake finds it again. */
export function readDraft(key: string): Fields {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

/** Keeps a draft. Nothing typed is none. */
export function keepDraft(key: string, typed: Fields): void {
  try {
    if (Object.keys(typed).length > 0) sessionStorage.setItem(key, JSON.stringify(typed));
    else sessionStorage.removeItem(key);
  } catch {
    // A browser may refuse to keep anything, or have no room.
  }
}
