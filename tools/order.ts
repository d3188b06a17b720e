// The order of folders: a file imports only from its own folder and from those before it. `check-order.ts` holds it.

/** Of the server, the lowest first; the files of `server/` itself tie all of them together and come last. */
export const serverOrder = [
  // Mechanisms, which know no feature.
  'postgres',
  'core',
  'master-data',
  'locations',
  'values',
  'mail',
  // What stores, who belongs to them, sockets, jobs and files are.
  'stores',
  'push',
  // What has ended, told to those who may read it.
  'notifications',
  'roles',
  'people',
  'dpa',
  'rewrite',
  'jobs',
  'files',
  // What is known of people, from the definition to the person.
  'fields',
  // Whom a rule means: lists, bulk changes, views and segments ask it.
  'rules',
  // Who is in which segment: follows every change of people.
  'membership',
  'changes',
  'labels',
  'profiles',
  'profile-history',
  'profile-activities',
  'profile-views',
  'preferences',
  // What acts on many of them.
  'field-changes',
  'profile-bulk',
  'profile-duplicates',
  'profile-erasure',
  'data-sources',
  'import-run',
  'import-undo',
  'privacy',
  'audit-log',
  'segments',
  'dashboard',
  'tutorial',
  // Files of what is known of all of the above.
  'exports',
  // What needs nobody of the above, or all of them.
  'auth',
  'sample',
  'store-removal',
] as const

/** Of the screens; the files of `web/` itself (routes, menu) come last. A feature of many screens has an order of its own inside. */
export const webOrder = [
  'core',
  'dpa',
  'auth',
  'stores',
  'jobs',
  'exports',
  'roles',
  'people',
  'account',
  'notifications',
  'segments',
  'fields',
  'activities',
  'profiles',
  'audit-log',
  'privacy',
  'profile-erasure',
  // What is asked of people, and which of them a segment holds.
  'rules',
  'segments/why',
  'profiles/detail',
  'profiles/edit',
  'profiles/list',
  'segments/edit',
  'segments/detail',
  'segments/list',
  'profile-duplicates',
  'data-sources',
  'data-sources/upload',
  'data-sources/mapping',
  'data-sources/records',
  'data-sources/runs',
  'data-sources/list',
  'tutorial',
  'dashboard',
  // Leads to everything.
  'palette',
] as const

/** Imports against the order that stay, each with its reason. */
export const exceptions: readonly { file: string; imports: string; reason: string }[] = []
