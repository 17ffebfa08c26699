import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface TableProps {
  /** What is in it, for those who do not see the page. */
  label: string;
  /** Heads of the columns. */
  columns: string[];
  /** `Row`s. */
  children: ReactNode;
}

/** Rows in columns, which become cards on a phone. The roles are written out, since such a layout loses them. */
export function Table({ label, columns, children }: TableProps) {
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

/** A row of `Cell`s, as many as there are columns. */
export function Row({ children }: { children: ReactNode }) {
  return <tr role="row">{children}</tr>;
}

export interface CellProps {
  /** `main` names the row and comes first on a card; `actions` stand at its end. */
  kind?: 'main' | 'actions';
  /** Stands before the value on a card, where no head of a column does. */
  label?: string;
  children: ReactNode;
}

export function Cell({ kind, label, children }: CellProps) {
  return (
    <td role="cell" className={kind && styles[kind]} data-label={label}>
      {children}
    </td>
  );
}
