import type { DataSource } from 'typeorm';

/** A query that the api ran, and what the database did for it. */
export interface Ran {
  sql: string;
  /** Whether it counts a whole list, and so has to visit what it counts. */
  isCount: boolean;
  /** Tables that were read from one end to the other. */
  scanned: string[];
  /** Rows that were looked at, by table. */
  examined: Record<string, number>;
  /** Rows of the largest sort. */
  sorted: number;
}

/** A node of EXPLAIN's tree, as far as it is read here. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Records every query that goes through the data source while something is done. */
export async function recordQueries(database: DataSource, act: () => Promise<unknown>) {
  const queries: { sql: string; parameters: unknown[] }[] = [];
  const before = database.logger;
  const ignore = () => undefined;
  database.logger = {
    logQuery: (sql, parameters) => void queries.push({ sql, parameters: (parameters as unknown[]) ?? [] }),
    logQueryError: ignore,
    logQuerySlow: ignore,
    logSchemaBuild: ignore,
    logMigration: ignore,
    log: ignore,
  };
  try {
    await act();
  } finally {
    database.logger = before;
  }
  return queries;
}

/** Runs the query once more, to see how. */
export async function explain(
  database: DataSource,
  { sql, parameters }: { sql: string; parameters: unknown[] },
): Promise<Ran> {
  const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
    `explain (analyze, timing off, format json) ${sql}`,
    parameters,
  );
  const nodes = all(row!['QUERY PLAN'][0].Plan);
  const examined: Record<string, number> = {};
  for (const node of nodes) {
    const table = node['Relation Name'];
    if (table !== undefined) examined[table] = (examined[table] ?? 0) + examinedBy(node);
  }
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort').flatMap(({ Plans = [] }) => Plans);
  return {
    sql,
    isCount: /^\s*select \(?(select )?count\(/i.test(sql),
    scanned: nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
    examined,
    sorted: Math.max(0, ...sorts.map(rows)),
  };
}

const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
const rows = (node: PlanNode) => node['Actual Rows'] * node['Actual Loops'];
const examinedBy = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];
