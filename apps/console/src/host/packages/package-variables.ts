/** What the console lets a package's configuration name, besides the package's own folder. */
export const PACKAGE_VARIABLES = ['CHANGEOVER_NODE', 'CHANGEOVER_DEMO_SERVER'] as const;
