// The order of the wings and of the folders in each. A file imports from its own folder and from folders before it. `check-order.ts` enforces it.

/** A wing: its folders, lowest first. Nested folders are named with their parent. */
export type Wing = readonly [name: string, folders: readonly string[]]

/** The server. Above it `check-order.ts` places `testing/` and `suites/`, which only tests import. */
export const serverWings: readonly Wing[] = [
  // Imported by nearly everything: settings, errors, sealing, the clock.
  ['core', ['']],
  // Figures and readiness, which every later room records.
  ['metrics', ['']],
  ['database', ['postgres', '', 'rewrite']],
  ['storage', ['']],
  // The queue, time slices and leases.
  ['work', ['']],
  // The shared services of each database server, and the server of each store.
  ['servers', ['', 'move', 'add']],
  // The path of a request, from its token to the response.
  ['http', ['']],
  // Mechanisms with calls of their own.
  ['push', ['']],
  ['mail', ['']],
  ['notifications', ['']],
  ['decisions', ['']],
  ['jobs', ['']],
  ['master-data', ['']],
  ['locations', ['']],
  // Reading cells, values and files; names for samples and tests.
  ['formats', ['made-up', 'values', 'files']],
  // Stores, their people and their rights.
  ['access', ['stores', 'roles', 'people', 'dpa']],
  // Profiles, from the definition of a field to bulk changes and segments.
  // The calls of labels come last: they read, check and show the rule of a segment.
  [
    'customers',
    [
      ...['fields', 'consents', 'rules', 'columns', 'membership', 'changes', 'labels', 'profiles'],
      ...['history', 'restriction', 'profile-activities', 'counter', 'views', 'preferences'],
      ...['field-changes', 'bulk', 'duplicates', 'erasure', 'consents/calls', 'segments', 'labels/calls'],
    ],
  ],
  ['imports', ['consents', 'layouts', 'orders', 'data-sources', 'mended', 'run', 'mending', 'understood', 'undo']],
  // The ingester of a store and what programs send. Events of channels reach it from `channels/inbox`.
  ['ingest', ['ingester', 'items', 'connectors', 'receipts']],
  // Accounts of messaging channels and what comes in from them.
  [
    'channels',
    [
      ...['friends', 'accounts', 'facebook', 'line-link', 'member-files', 'rich-menus', 'answers', 'inbox'],
      ...['imported-ids', 'followers', 'webhooks', 'online-log'],
    ],
  ],
  // Files that arrive by themselves: their terms, the places, the queue of each watch.
  ['watches', ['terms', 'places', 'line-notices', 'files', 'calls']],
  // From a draft to its last recipient.
  [
    'broadcasts',
    [
      ...[
        'settings',
        'media',
        'stickers',
        'saved-locations',
        'coupons',
        'messages',
        'records',
        'templates',
        'to-all',
        'audience',
      ],
      ...['effect', 'ab-test', 'links', 'sending', 'calendar', 'calls'],
    ],
  ],
  // Menus in the chats of friends. They show pictures of broadcasts.
  ['channels', ['rich-menus/assign', 'rich-menus/publish', 'rich-menus/calls']],
  // Answers in chats. They hold messages as broadcasts do.
  ['channels', ['answers/calls']],
  // Credentials of programs and the calls that they open.
  [
    'open-api',
    [
      'keys',
      'open-apis',
      'tokens',
      'reading',
      'changes',
      'sending',
      'changing',
      'connectors',
      'programs',
      'webhooks',
      'profile-api',
      'document',
    ],
  ],
  // From an entry to the last step of a run. Steps use the segments, labels and broadcasts of the wings above, and the stream of changes.
  ['automations', ['records', 'rules', 'messages', 'engine', 'work', 'undo', 'rehearsal', 'calls']],
  // Requests of customers, incidents and retention, over everything that holds or sends their data.
  ['privacy', ['copy', 'requests', 'exposure', 'incidents', 'letters', 'retention', 'processing', 'my-data', '']],
  ['reports', ['audit-log', 'readers', 'older-usage', 'dashboard', 'work-lists', 'tutorial', 'system', 'exports']],
  // The older API over the calls of all wings above.
  ['older', ['']],
  // Sign-in needs all of the above; the files of `app/` itself tie everything together.
  [
    'app',
    ['auth', 'sample', 'store-removal', 'restored', 'backup', 'archive', 'rehearsal', 'storage-move', 'metrics', ''],
  ],
]

/** The screens. The files of `web/` itself (routes, menu) come last. */
export const webWings: readonly Wing[] = [
  ['data', ['']],
  // Areas of a picture that is tapped: rich messages and menus.
  ['ui', ['', 'areas']],
  ['app', ['']],
  // Work that goes on while people do something else.
  ['background', ['acts', 'jobs', 'exports', 'notifications']],
  ['access', ['dpa', 'auth', 'stores', 'roles', 'people', 'account']],
  [
    'customers',
    [
      ...[
        'line-link',
        'fields',
        'activities',
        'labels',
        'segments',
        'profiles',
        'erasure',
        'rules',
        'consents',
        'restriction',
        'segments/why',
      ],
      ...[
        'profiles/detail',
        'profiles/edit',
        'profiles/list',
        'counter',
        'segments/edit',
        'segments/detail',
        'segments/list',
      ],
      'duplicates',
    ],
  ],
  [
    'imports',
    [
      ...[
        'data-sources',
        'data-sources/upload',
        'data-sources/consents',
        'data-sources/mapping',
        'data-sources/understood',
        'data-sources/records',
      ],
      ...['data-sources/mending', 'data-sources/runs', 'data-sources/list', 'data-sources/bookmarks'],
    ],
  ],
  ['channels', ['accounts', 'facebook', 'online-log']],
  [
    'broadcasts',
    [
      ...['flex', '', 'messages', 'ab-test', 'rich', 'preview', 'templates', 'calendar', 'to-all', 'composer'],
      ...['effect', 'detail', 'list'],
    ],
  ],
  ['watches', ['']],
  ['automations', ['', 'steps', 'edit', 'people', 'rehearsal', 'profile', 'page', 'list']],
  // Menus and answers of an account show messages as broadcasts do.
  ['channels', ['rich-menus', 'answers']],
  ['open-api', ['', 'docs']],
  ['privacy', ['', 'requests', 'exposure', 'letters', 'incidents', 'retention', 'processing', 'my-data']],
  ['reports', ['audit-log', 'tutorial', 'dashboard', 'work-lists', 'system']],
  // Leads to every screen.
  ['palette', ['']],
]

/** The contract. Wings have no folders; its own files list the calls, jobs and events of all wings. `errors/` comes first. */
export const contractWings: readonly Wing[] = [
  'platform',
  'formats',
  'access',
  'customers',
  'imports',
  'broadcasts',
  'channels',
  'open-api',
  'automations',
  'privacy',
  'watches',
  'reports',
  'older',
].map((name) => [name, ['']])

/** Imports against the order, each with its reason. */
export const exceptions: readonly { file: string; imports: string; reason: string }[] = []

/** Folders that other files import by these files alone. Tests and the files of `server/app/` itself, which tie everything together, see more. */
export const ports: Readonly<Record<string, readonly string[]>> = {
  'server/servers': ['core.ts', 'store-router.ts'],
}
