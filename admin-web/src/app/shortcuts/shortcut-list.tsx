import { Button, Dialog, DialogActions, Switch } from '@portfolio/ui';
import { Fragment, use, useEffect, useState, useSyncExternalStore } from 'react';
import { tinykeys } from 'tinykeys';
import styles from './shortcut-list.module.css';
import { isTakenByInput, ShortcutBoardContext } from './use-shortcuts.ts';

/** Dialog with all shortcuts, opened by `?` or its button, and a switch that turns them off. */
export function ShortcutList() {
  const board = use(ShortcutBoardContext);
  const [isOpen, setOpen] = useState(false);
  const groups = useSyncExternalStore(board.subscribe, board.snapshot);
  const areOn = useSyncExternalStore(board.subscribe, board.areOn);

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isTakenByInput(event) && board.areOn()) setOpen(true);
    };
    return tinykeys(window, { 'Shift+?': open, '?': open });
  }, [board]);

  return (
    <>
      <span className={styles.opener}>
        <Button variant="quiet" onClick={() => setOpen(true)}>
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
            <section aria-label="Everywhere">
              <h3 className={styles.title}>Everywhere</h3>
              <dl className={styles.list}>
                <div className={styles.shortcut}>
                  <dt>Show this list</dt>
                  <dd>
                    <kbd className={styles.key}>?</kbd>
                  </dd>
                </div>
              </dl>
            </section>
          </div>
          <DialogActions>
            <Switch label="Shortcuts are on" checked={areOn} onChange={(on) => board.turn(on)} />
            <Button data-autofocus onClick={() => setOpen(false)}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
