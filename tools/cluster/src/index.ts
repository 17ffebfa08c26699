export { Cluster, type ClusterOptions, type ServerName } from './cluster.ts';
export { Member, type Death, type End } from './services/member.ts';
export type { PartName } from './services/parts.ts';
