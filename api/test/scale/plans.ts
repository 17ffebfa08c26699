import type { DataSource } from 'typeorm';

/** Query of the API with its plan. */
export interface PlannedQuery {
  sql: string;
  /** Tables read by a sequential scan. */
  scanned: string[];
  /** Examined rows by table. */
  examined: Record<string, number>;
  /** Rows of the largest sort. */
  sorted: number;
}

/** Node of EXPLAIN's tree. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Records the queries of a data source during an action. */
export async function recordQueries(database: DataSource, action: () => Promise<unknown>) {
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
    await action();
  } finally {
    database.logger = before;
  }
  return queries;
}

/** Runs a query again with EXPLAIN. */
export async function explain(
  database: DataSource,
  { sql, parameters }: { sql: string; parameters: unknown[] },
): Promise<PlannedQuery> {
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
