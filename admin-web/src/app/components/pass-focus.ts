/**
 * Ref of a control that may disappear. If it has the focus then, that moves to the next button of its list item,
 * else to the closest element with `tabindex="-1"` that stays, else to `main`.
 */
export const passFocus = (control: HTMLElement | null) => () => {
  if (!control || document.activeElement !== control) return;
  const siblings = [...(control.closest('li')?.querySelectorAll<HTMLElement>('button') ?? [])];
  const targets: (HTMLElement | null | undefined)[] = [siblings[siblings.indexOf(control) + 1]];
  for (let around: Element | null = control; around; around = around.parentElement) {
    if (around.matches('[tabindex="-1"]')) targets.push(around as HTMLElement);
  }
  targets.push(document.querySelector('main'));
  const focusFirst = () => targets.find((target) => target?.isConnected)?.focus({ preventScroll: true });
  focusFirst();
  // The target may be removed in the same commit.
  queueMicrotask(() => {
    if (document.activeElement === document.body) focusFirst();
  });
};
