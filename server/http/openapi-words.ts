import type { features } from '@ruam/contract/endpoints.ts'
import { callWords } from '@ruam/contract/open-api/call-words.ts'
import { type Endpoint, scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import type { Pair } from '@ruam/contract/platform/sentence.ts'

const describedFeatures: Readonly<Record<keyof typeof features, string>> = {
  setup: 'First start of an installation.',
  auth: 'Log in, devices, password and email of a person.',
  passkeys: 'Passkeys and recovery codes of a person.',
  users: 'Stores of a person.',
  stores: 'Stores and their settings.',
  secondFactor: 'Second step that a store requires.',
  dpa: 'Data Processing Agreement of a store.',
  roles: 'Roles and their permissions.',
  rightRequests: 'Requests for permissions.',
  setupRequests: 'Requests for what only an owner can add.',
  people: 'People of a store.',
  invitations: 'Invitations to a store.',
  profiles: 'Customers.',
  profileHistory: 'Changes of a customer, and sources of the values.',
  profileRestriction: 'Restrictions of the use of a customer.',
  privacyIncidents: 'Leaks of data, whom they reached, and the notice to the regulator.',
  watches: 'Files that arrive by themselves.',
  memberFiles: 'Members who send files in a LINE chat.',
  incidentLetters: 'Letters to the customers of an incident.',
  privacyRequests: 'Requests of customers about their data.',
  exposures: 'Customers whom a login, a program or a file showed.',
  privacyProcessing: 'Records of processing activities.',
  privacyRetention: 'Periods after which data is deleted.',
  myDataSettings: 'Settings of the page My data.',
  myData: 'Page on which customers see what the store keeps of them.',
  myDataLinks: 'Personal links to the page My data.',
  myDataLink: 'Page of a personal link, which takes a code.',
  profileActivities: 'Activities, notes and follow-ups of customers.',
  counter: 'First page of service staff.',
  profileViews: 'Saved views of the profile list.',
  profileBulk: 'Changes of many customers.',
  profileDuplicates: 'Possible duplicates and merges.',
  profileErasure: 'Erasure of personal data.',
  jobs: 'Background work.',
  profileFields: 'Fields of customers.',
  masterData: 'Fixed lists: words for mapping, system fields and scopes.',
  locations: 'Regions, provinces and districts of Thailand.',
  files: 'Uploads.',
  dataSources: 'Data sources, their files and mappings.',
  importRun: 'Test runs and imports.',
  understanding: 'Meaning of a file under a mapping.',
  mending: 'Corrections of cells before an import.',
  importUndo: 'Undo of imports.',
  labels: 'Labels and segments.',
  segments: 'Rules, members and calculations of segments.',
  activities: 'Activity fields and activity types.',
  generalInfo: 'Profile fields at the addresses of the settings.',
  activitySettings: 'Activity types at the addresses of the settings.',
  preferences: 'Preferences of a person in a store.',
  consents: 'Consent purposes and consents.',
  consentWordings: 'Wordings of consent purposes, and the age rule.',
  auditLog: 'Audit log of a store.',
  readers: 'Readers of sensitive data.',
  olderUsage: 'Use of the older API.',
  dashboard: 'Figures of the overview.',
  workListCalls: 'Work lists of customers to contact.',
  tutorial: 'First steps of a person.',
  system: 'State of the installation.',
  exports: 'Exports and their files.',
  lineOa: 'LINE OA accounts.',
  lineModule: 'LINE modules.',
  facebookSetting: 'Facebook pages.',
  lineLink: 'Links between customers and LINE users.',
  webhooks: 'Events that LINE and Facebook send.',
  onlineLog: 'Online log of the chat channels.',
  richMenus: 'Rich menus of LINE accounts.',
  richMenuInsight: 'What LINE counted of rich menus.',
  richMenuLinks: 'Short addresses in rich menus.',
  richMenuFriends: 'Who sees which rich menu.',
  broadcastSettings: 'Settings of broadcasts.',
  broadcasts: 'Broadcasts.',
  broadcastTemplates: 'Templates of broadcasts.',
  answers: 'Answers of LINE accounts to what people write.',
  restoreHold: 'Broadcasts that a restore paused.',
  media: 'Pictures, videos and sounds of messages.',
  stickers: 'Pictures of stickers.',
  coupons: 'Coupons of LINE accounts.',
  savedLocations: 'Saved locations of messages.',
  links: 'Short addresses in messages.',
  automationImports: 'Automations that imports start.',
  automationMessages: 'Messages of automations and their effect.',
  automationPeople: 'Customers of automations.',
  automationRehearsals: 'Rehearsals of automations over the past.',
  automations: 'Automations: a trigger and the steps that follow.',
  automationUndo: 'Taking automations back.',
  apiKeys: 'API keys.',
  apiTokens: 'API tokens.',
  openApis: 'Open APIs: calls and fields for tokens.',
  connectors: 'Connectors and their mappings.',
  connectorItems: 'Items that connectors received.',
  programs: 'Programs and their requests.',
  programWebhooks: 'Webhooks of programs and their deliveries.',
  openApiReading: 'Calls of programs that read.',
  openApiRequests: 'Request log of a program.',
  openApiChanges: 'Stream of changes for programs.',
  openApiSending: 'Calls of programs that send customers and activities.',
  openApiWebhooks: 'Calls of programs that subscribe to webhooks.',
  openApiChanging: 'Calls of programs that change labels, customers and consents.',
  profileApi: 'Fields open to programs, and the SQL account.',
  notifications: 'Notifications of a person.',
  push: 'Live updates.',
  wms: 'Shipping providers.',
  olderProfiles: 'Older API: customers.',
  olderDataFrames: 'Older API: rows of files.',
  olderDataSources: 'Older API: data sources.',
  olderPipeline: 'Older API: imports.',
  olderActivities: 'Older API: activity fields and types.',
  olderBroadcasts: 'Older API: broadcasts.',
  olderDashboard: 'Older API: figures of the overview.',
  olderLabels: 'Older API: labels.',
  olderExports: 'Older API: exports.',
}

/** Descriptions of the tags: one tag per feature. */
export const tagDescriptions: Readonly<Record<string, string>> = describedFeatures

/** Returns the summary of a call in both languages. */
export const summaryOf = (endpoint: Endpoint): Pair => endpoint.summary ?? callWords[titleOf(endpoint)]!.title

const either = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(' or ')

/** Returns the callers of a call in words. */
function callersOf(endpoint: Endpoint): string {
  const { permission } = endpoint
  switch (permission) {
    case 'public':
      return 'Open to everyone.'
    case 'signed':
      return 'For systems that sign their requests.'
    case 'program':
      return `For programs with the scope ${either(scopesOf(endpoint))}.`
    case 'person':
      return 'For every person who is logged in.'
    case 'member':
      return 'For every person of the store.'
    default:
      return `For people with the permission ${either([permission].flat())}.`
  }
}

/** Returns the description of a call: its callers, its entry in the audit log and the call that replaces it. */
export function descriptionOf(endpoint: Endpoint): string {
  const { alsoRequires, audit, older, method } = endpoint
  return [
    callersOf(endpoint),
    alsoRequires && `Also needs ${either([alsoRequires])}.`,
    audit && `Written to the audit log as \`${audit}\`.`,
    older?.successor && `Replaced by \`${older.method ?? method} /api${older.successor}\`.`,
    older?.differs,
  ]
    .filter(Boolean)
    .join(' ')
}
