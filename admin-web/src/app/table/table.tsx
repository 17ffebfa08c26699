import type { ReactNode, Ref } from 'react';
import styles from './table.module.css';

/** Table of `Row`s, which become cards on a phone. That layout needs explicit roles. */
export function Table({ label, columns, children }: { label: string; columns: string[]; children: ReactNode }) {
  return (
    <table role="table" className={styles.table} aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

interface RowProps {
  ref?: Ref<HTMLTableRowElement>;
  /** Being moved to another position. */
  isLifted?: boolean;
  children: ReactNode;
}

/** Row with one `Cell` per column. */
export function Row({ ref, isLifted, children }: RowProps) {
  return (
    <tr role="row" ref={ref} data-lifted={isLifted || undefined}>
      {children}
    </tr>
  );
}

/**
 * Table cell. A card shows the cells in source order, with their `label`: the `main` one, which names the row, comes first,
 * and `actions` last.
 */
export function Cell({ kind, label, children }: { kind?: 'main' | 'actions'; label?: string; children: ReactNode }) {
  return (
    <td role="cell" className={kind && styles[kind]} data-label={label}>
      {children}
    </td>
  );
}

/** Buttons with texts, for the `actions` cell or above the table. */
export const ButtonGroup = ({ children }: { children: ReactNode }) => (
  <span className={styles.buttons}>{children}</span>
);
