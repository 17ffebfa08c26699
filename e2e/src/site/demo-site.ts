export { FIRST_START, sharedSite as startDemoSite } from './shared-site.ts';
