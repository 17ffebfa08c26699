/** Action of a key or a sequence of keys. */
export interface Shortcut {
  /** As tinykeys writes them: `n`, `g d`. */
  keys: string;
  /** Text in the list of shortcuts. */
  label: string;
  /** Repeats while the key is held: for moves that change no data. */
  repeats?: boolean;
  run: () => void;
}

/** The shortcuts of one part of the back office. */
export interface ShortcutGroup {
  title: string;
  shortcuts: Shortcut[];
}

const KEY = 'shortcuts';

/** Registry of the current shortcuts, which the administrator can turn off. */
export class ShortcutBoard {
  private added: readonly ShortcutGroup[] = [];
  private groups: readonly ShortcutGroup[] = [];
  private readonly listeners = new Set<() => void>();

  /** Groups merged by title. */
  readonly snapshot = (): readonly ShortcutGroup[] => this.groups;

  readonly areOn = (): boolean => localStorage.getItem(KEY) !== 'off';

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** @returns a function that removes the group */
  add(group: ShortcutGroup): () => void {
    this.set([...this.added, group]);
    return () => this.set(this.added.filter((other) => other !== group));
  }

  turn(on: boolean): void {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
    this.notifyListeners();
  }

  private set(added: readonly ShortcutGroup[]): void {
    this.added = added;
    const titles = [...new Set(added.map(({ title }) => title))];
    this.groups = titles.map((title) => ({
      title,
      shortcuts: added.filter((group) => group.title === title).flatMap(({ shortcuts }) => shortcuts),
    }));
    this.notifyListeners();
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }
}
