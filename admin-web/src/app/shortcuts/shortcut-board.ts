/** A key, or keys one after another, and what they do. */
export interface Shortcut {
  /** As tinykeys writes them: `n`, `g d`. */
  keys: string;
  /** What they do, for the list. */
  label: string;
  /** Does it again and again as long as the key is held: for what goes a step, and changes nothing. */
  repeats?: boolean;
  run: () => void;
}

/** The shortcuts of one part of the back office. */
export interface ShortcutGroup {
  title: string;
  shortcuts: Shortcut[];
}

const KEY = 'shortcuts';

/** Which shortcuts there are at the moment, and whether they are wanted: a single key can be pressed without meaning to. */
export class ShortcutBoard {
  private added: readonly ShortcutGroup[] = [];
  private groups: readonly ShortcutGroup[] = [];
  private readonly listeners = new Set<() => void>();

  /** Those of one title together, whichever part of a page they come from. */
  readonly snapshot = (): readonly ShortcutGroup[] => this.groups;

  readonly areOn = (): boolean => localStorage.getItem(KEY) !== 'off';

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** @returns takes the group away again */
  add(group: ShortcutGroup): () => void {
    this.set([...this.added, group]);
    return () => this.set(this.added.filter((other) => other !== group));
  }

  turn(on: boolean): void {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
    this.announce();
  }

  private set(added: readonly ShortcutGroup[]): void {
    this.added = added;
    const titles = [...new Set(added.map(({ title }) => title))];
    this.groups = titles.map((title) => ({
      title,
      shortcuts: added.filter((group) => group.title === title).flatMap(({ shortcuts }) => shortcuts),
    }));
    this.announce();
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}
