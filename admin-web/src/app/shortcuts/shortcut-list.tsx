import { Button, Dialog, DialogActions, Switch } from '@portfolio/ui';
import { Fragment, useState } from 'react';
import styles from './shortcut-list.module.css';
import { areShortcutsEnabled, setShortcutsEnabled, shortcutGroups, useShortcuts } from './use-shortcuts.ts';

const EVERYWHERE = 'Everywhere';

/** Dialog with all shortcuts, opened by `?` or its button, and a switch that turns them off. */
export function ShortcutList() {
  const [isOpen, setOpen] = useState(false);
  const [areEnabled, setEnabled] = useState(areShortcutsEnabled);
  /** Narrow screens hide the button while `?` opens the dialog, and never at once below its focus. */
  const [isHideable, setHideable] = useState(areEnabled);
  const mountedGroups = shortcutGroups.use();
  const titles = new Set(mountedGroups.map(({ title }) => title));
  // The page's groups are mounted later, but matter more.
  titles.delete(EVERYWHERE);
  const groups = [...titles, EVERYWHERE].map((title) => ({
    title,
    shortcuts: mountedGroups.filter((group) => group.title === title).flatMap(({ shortcuts }) => shortcuts),
  }));

  const open = () => {
    // Another tab may have changed it.
    setEnabled(areShortcutsEnabled());
    if (!areShortcutsEnabled()) setHideable(false);
    setOpen(true);
  };
  useShortcuts(EVERYWHERE, [{ keys: '?', label: 'Show this list', run: open }]);

  return (
    <>
      <span className={isHideable ? styles.opener : undefined}>
        <Button variant="quiet" onClick={open}>
          Shortcuts
        </Button>
      </span>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)}>
          <div className={styles.groups}>
            {groups.map(({ title, shortcuts }) => (
              <section key={title} aria-label={title}>
                <h3 className={styles.title}>{title}</h3>
                <dl className={styles.list}>
                  {shortcuts.map(({ keys, label }) => (
                    <div key={keys} className={styles.shortcut}>
                      <dt>{label}</dt>
                      <dd>
                        {keys.split(' ').map((key, index) => (
                          <Fragment key={`${key}${index}`}>
                            {index > 0 && ' then '}
                            <kbd className={styles.key}>{key}</kbd>
                          </Fragment>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <DialogActions>
            <Switch
              label="Shortcuts are on"
              checked={areEnabled}
              onChange={(isEnabled) => {
                setShortcutsEnabled(isEnabled);
                setEnabled(isEnabled);
                if (!isEnabled) setHideable(false);
              }}
            />
            <Button data-autofocus onClick={() => setOpen(false)}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
