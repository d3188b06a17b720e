import { globSync, readFileSync } from 'node:fs'
import { features } from '@ruam/contract/endpoints.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { ScreenName } from '@ruam/contract/screens.ts'
import { expect, test } from 'vitest'
import { unguardedCalls } from '../tools/screen-calls.ts'
import { screens } from './routes.tsx'
import { screenFiles } from './screen-files.ts'

const root = new URL('..', import.meta.url).pathname
const sources = globSync('web/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/node_modules|\/dist\/|\.test\.|\.d\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(root + file, 'utf8') }))

const fileIn = (load: unknown) => `web/${/['"]\/?(?:web\/)?\.?\/?([\w./-]+\.tsx)['"]/.exec(String(load))![1]}`
const entries = Map.groupBy(screens, ({ name, load }) => fileIn(screenFiles[name as never] ?? load))
const ways = {
  screens: Object.fromEntries([...entries].map(([file, all]) => [file, all.map(({ name }) => name as ScreenName)])),
  tables: ['web/routes.tsx', 'web/screen-files.ts', 'web/app/router.tsx'],
}

/**
 * Dialogs and parts whose opener asks for their calls, in a branch of the page from which no import leads here: the button, a command of the
 * palette, or one of two ways in.
 */
const opened: Readonly<Record<string, readonly string[]>> = {
  'access/people/RemoveDialog.tsx': ['people.remove'],
  'access/roles/RoleForm.tsx': ['roles.update'],
  'background/exports/ExportAll.tsx': ['exports.create', 'profiles.query'],
  'customers/line-link/LineLinkDialog.tsx': ['lineLink.get'],
  'customers/profiles/detail/ActivityNoteDialog.tsx': ['profileActivities.note'],
  'customers/profiles/list/CreateProfile.tsx': ['profiles.create', 'profiles.query'],
  'customers/segments/DeleteSegment.tsx': ['labels.delete'],
  'customers/segments/edit/use-segment-form.ts': ['labels.create', 'labels.update'],
  'imports/data-sources/list/NewFileDialog.tsx': ['dataSources.putFile'],
  'palette/PaletteFollow.tsx': ['profiles.query'],
}

/** Parts that need no check: for owners alone, over calls that their user names, or where the server says what may be done. */
const unchecked = [
  'web/access/auth/SampleComing.tsx',
  // The server judges an act when it arrives; a refusal becomes a question.
  'web/background/acts/send-act.ts',
  'web/background/jobs/use-job-actions.ts',
  // Reads that are refreshed where they are on screen.
  'web/background/notifications/use-live-customers.ts: dashboard.today',
  'web/background/notifications/use-live-customers.ts: dashboard.todo',
  'web/background/jobs/use-job.ts',
  'web/background/jobs/use-my-jobs.ts',
  'web/customers/activities/type-calls.ts',
  'web/customers/profiles/detail/use-save-values.ts: profiles.unmask',
  'web/customers/segments/detail/SegmentDetail.tsx: segments.setMembersVisible',
  // In forms of broadcasts and of answers, which are disabled for people who may not save them.
  'web/broadcasts/messages/PictureField.tsx: media.upload',
  'web/broadcasts/messages/RecordingField.tsx',
  'web/broadcasts/rich/RichPicture.tsx: media.uploadRich',
  'web/broadcasts/flex/FlexPictureField.tsx: media.upload',
]

const callOf = (name: string): Endpoint => {
  const [feature, call] = name.split('.') as [keyof typeof features, string]
  return (features[feature] as Record<string, Endpoint>)[call]!
}

test('no screen makes a call, or leads to a screen, that its rights do not open', () => {
  const found = unguardedCalls(sources, {
    ...ways,
    opened: new Map(Object.entries(opened).map(([file, names]) => [`web/${file}`, names.map(callOf)])),
  })
  const faults = found.map(({ file, name, lacks }) => `${file}: ${name} needs ${lacks.join(' or ')}`)
  expect(
    faults.filter((fault) => !unchecked.some((one) => fault.startsWith(`${one}:`) || fault.startsWith(`${one} `))),
  ).toEqual([])
  expect(unchecked.filter((one) => !faults.some((fault) => fault.startsWith(one)))).toEqual([])
})

test('every call that an opener asks for is asked for by a file of the web', () => {
  const all = sources.map(({ text }) => text).join('\n')
  const missing = Object.values(opened)
    .flat()
    .filter((name) => !all.includes(`useMayCall(${name})`) && !all.includes(`mayCall(rights, ${name})`))
  expect(missing).toEqual([])
})
