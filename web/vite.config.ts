import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type CSSOptions, defineConfig, type Plugin } from 'vite'
import { compressBuild } from './compress-build.ts'
import { contractForBrowser } from './data/vite-contract.ts'
import { serviceWorkerBuild } from './service-worker-build.ts'
import { breakpoints } from './ui/breakpoints.ts'
import { mantineVariables } from './ui/mantine-variables.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = 'http://localhost:3000'
const shortHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 4)

/** Writes the width for a breakpoint that a style names: @media (--phone). And the variables of the theme. */
const css: CSSOptions = {
  // Short names: each class is written twice, in a style and in a script.
  modules: { generateScopedName: (name, file) => `${name}_${shortHash(file.slice(here('.').length))}` },
  postcss: {
    plugins: [
      {
        postcssPlugin: 'ruam-breakpoints',
        AtRule: {
          media(rule) {
            rule.params = rule.params.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
              if (!(name in breakpoints)) throw rule.error(`There is no breakpoint ${name}`)
              return breakpoints[name as keyof typeof breakpoints]
            })
          },
          'mantine-variables': (rule, { postcss }) => {
            rule.replaceWith(postcss.parse(mantineVariables(), { from: rule.source?.input.file }))
          },
        },
      },
    ],
  },
}

/** Files of libraries that ours take the place of, by the importer: see `left-out.ts`. */
const leftOut: readonly [importer: RegExp, source: RegExp][] = [
  [/\/@tanstack\/react-router\//, /^\.\/link\.js$/],
  [/\/query-core\/.+\/query\.js$/, /\/infiniteQueryBehavior\.js$/],
  [/\/components\/(Button|ActionIcon)\//, /\/(Transition|(Button|ActionIcon)Group(Section)?)\.mjs$/],
  [/\/use(BaseQuery|Queries)\.js$/, /\/(suspense|errorBoundaryUtils|QueryErrorResetBoundary)\.js$/],
  [/\/components\/Loader\//, /\/(Bars|Dots)\.mjs$/],
  [/\/MantineProvider\.mjs$/, /\/(MantineClasses|MantineCssVariables|local-storage-manager)\.mjs$/],
  [/\/default-theme\.mjs$/, /\/default-colors\.mjs$/],
  [/\/parse-theme-color\.mjs$/, /\/luminance\.mjs$/],
  [/\/(darken|rgba)\.mjs$/, /\/to-rgba\.mjs$/],
]
const withoutLeftOut: Plugin = {
  name: 'ruam-without-left-out',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer = '') =>
    leftOut.some(([from, file]) => from.test(importer) && file.test(source)) ? here('left-out.ts') : undefined,
}

export default defineConfig({
  root: here('.'),
  css,
  plugins: [
    contractForBrowser(here('../contract')),
    react(),
    withoutLeftOut,
    serviceWorkerBuild(here('dist')),
    compressBuild(here('dist')),
  ],
  // Omits shims for older versions of React.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  build: {
    outDir: here('dist'),
    target: 'es2023',
    // Everything comes from files of its own, as the content security policy asks: no data: addresses, no inline script.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A screen's files come at once, not one after the other. The first script lists them only for the screens that staff open first; the
      // files that it has itself are left out.
      resolveDependencies(file, needed, { hostId, hostType }) {
        if (hostType === 'html') return needed
        if (/\/base-/.test(hostId) && !/\/(Dashboard|Counter|ProfileList|ProfileDetail|list-cards)-/.test(file))
          return []
        return needed.filter((each) => !/\/(base|index|rolldown-runtime)-.*js$/.test(each))
      },
    },
    rolldownOptions: {
      output: {
        // Bundles code needed by every list and the first screens: one request instead of twenty, and a tenth smaller.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: new RegExp(
                [
                  'rolldown/runtime',
                  '/web/(ui/(theme\\.css|tolerant-dom\\.ts|fonts\\.ts|icons\\.ts)|data/store-files\\.ts)$',
                  '/@mantine/core/styles\\.layer\\.css',
                  '/node_modules/(react-dom|scheduler)/',
                  '/icons/Icon(FileImport|Filter|Plus|Trash)\\.mjs$',
                  '/web/(routes|menu|palette/PaletteSlot|background/notifications/NoticeSlot)\\.tsx?$',
                  '/web/(app/App|ui/(DataTable|SearchBox|Toolbar|view|may|label-color|CardHead)|data/(api|use-format))\\.tsx?$',
                  // Of the list, the counter, the dashboard and each screen of a customer.
                  '/contract/(customers/(profiles|profile-fields|preferences|views)|platform/system-fields)\\.ts$',
                  '/web/customers/profiles/(LabelChips|current-list|day-range|field-text|list-fields|shown-list|text|use-called|use-editable|use-profiles|values|whole-page)\\.tsx?$',
                  '/web/customers/profiles/list/(ProfileList|FilterBar|FilterBar\\.module|label-fit|ListActions|PanelButton|PanelButton\\.module|profile-columns|columns|list-text|rule-parts|use-own-preference|use-selection|view-definition|ViewsBar\\.module)\\.(tsx?|css)$',
                  '/web/customers/rules/rule-address\\.ts$',
                  '/icons/IconColumns3\\.mjs$',
                ].join('|'),
              ),
            },
            // Bundles code shared by parts of the dashboard, and by it and the counter.
            {
              name: 'overview',
              test: /\/web\/(reports\/dashboard|app\/OverviewTabs|ui\/Tabs|channels\/.*repair-text)/,
              minShareCount: 2,
            },
            { name: 'stored', test: /\/web\/(data\/(stored-reads|device\.)|customers\/profiles\/stored-kinds)/ },
            // Bundles code of acts, used by the counter, the panel and each screen of a customer.
            {
              name: 'acts',
              test: new RegExp(
                [
                  '/components/CloseButton/|/use-debounced-value/|/react-query/.*/useQueries',
                  '/web/(background/acts/|ui/(ActionMenu|MenuAction|use-placed))',
                  '/web/customers/profiles/(Marked|matched|use-customers|recent|list/lines|detail/(use-copy|detail-text))\\.',
                ].join('|'),
              ),
              minShareCount: 2,
            },
            // Bundles parts of the list that load with the first rows.
            { name: 'list-keys', test: /\/(list\/(ListKeys|ListWays|ColumnMenu)|exports\/ExportPeople)\.tsx$/ },
            {
              name: 'list-cards',
              test: /\/(list\/(ProfileCard|ProfileSort|ListFoot|ListMenu)|ui\/(DataCards|PlainSelect))\./,
            },
            // Merge what several screens share: on a slow phone a hundred files of 1 kB each wait for a round trip.
            { name: 'icons', test: /\/@tabler\/icons-react\//, minShareCount: 2 },
            { name: 'calls', test: /\/contract\//, minShareCount: 2 },
            { name: 'floats', test: /\/node_modules\/(@mantine\/(core|hooks)|@floating-ui)\//, minShareCount: 8 },
            { name: 'parts', test: /\/web\//, minShareCount: 4 },
            { name: 'panel', test: /\/list\/SidePanel\.tsx$/ },
            // Bundles parts of the frame and of the list that load after the first rows.
            {
              name: 'late',
              test: new RegExp(
                [
                  '/web/background/(notifications/Notices|jobs/JobsIndicator|exports/(ExportsButton|use-export-panel))\\.tsx$',
                  '/web/ui/(Toasts|ConfirmDialog|buffered-key)\\.tsx?$',
                  '/web/(app/(UserMenuContent|watch-rights)|palette/Palette|screen-files)\\.tsx?$',
                ].join('|'),
              ),
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/media': server, '/socket': { target: server, ws: true } } },
})
