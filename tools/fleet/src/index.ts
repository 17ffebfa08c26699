export { Cluster, type ClusterOptions, type ServerName } from './fleet.ts';
export { Member, type Death, type End } from './member.ts';
export type { PartName } from './parts.ts';
