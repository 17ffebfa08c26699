/** The administrator of a site in demo mode; nowhere else does this account exist. */
export const DEMO_ACCOUNT = {
  name: 'Elin Marsh',
  email: 'demo@example.com',
  password: 'demo-portfolio',
} as const;

/** What the sign-in page may show: the demo account, or null where the site is not a demo. */
export interface DemoView {
  /** @example {"email": "demo@example.com", "password": "demo-portfolio"} */
  demo: { email: string; password: string } | null;
}
