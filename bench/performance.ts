import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Figure, Table } from './table.ts'

export interface Section {
  bench: string
  tables: Table[]
  /** Percentage of processor time that other machines of the host took. */
  stolen: number
  minutes: number
  /** Reason why there are no figures. */
  failed?: string
}

interface Tree {
  commit: string
  clean: boolean
}

/** Returns the commit that is measured, and if nothing differs from it, apart from a document of figures. */
export function treeOf({ apartFrom }: { apartFrom?: string } = {}): Tree {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: fileURLToPath(new URL('..', import.meta.url)), encoding: 'utf8' }).trim()
  const apart = apartFrom === undefined ? [] : [`:!${apartFrom}`]
  return {
    commit: git('rev-parse', '--short=10', 'HEAD'),
    clean: git('status', '--porcelain', '--', '.', ...apart) === '',
  }
}

const head = (date: string, commit: string, command: string) => `# Performance

${date}, ${machine()}, commit ${commit}, a clean tree, one run of \`${command}\`.

**How to read it.** Each figure has its floor from the same run: the cheapest known way to the same result. *Ratio* compares the
figure with its floor. *Bar* is the figure's limit; the code that measures compares them and marks what it **missed**. *n* is the number of
measurements, with the least and the greatest; without it, a figure is one measurement. *Machine* is a fixed amount of CPU work before and after the figure: if
both differ by more than 10 %, the figure is measured again, and marked **unsteady** if that does not help. Databases are filled without
\`analyze\`, as new ones are. Machines differ by more than most changes do: compare two versions on one machine, one after the other.
`

/** Returns the text of docs/performance.md with the sections of one run. */
export function performanceText(sections: readonly Section[], commit: string, command: string): string {
  const date = new Date().toISOString().slice(0, 10)
  const parts = [head(date, commit, command), missedOf(sections), ...sections.map(sectionOf)]
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`
}

/** Returns a table of the figures that missed their bars. */
function missedOf(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ bench, tables }) =>
    tables.flatMap(({ figures }) =>
      figures
        .filter(({ bar }) => bar?.missed)
        .map(({ work, figure, ratio, bar }) => rowOf([bench, work, figure, ratio, bar!.text])),
    ),
  )
  if (rows.length === 0) return '## Missed bars\n\nNone.'
  return [
    '## Missed bars\n',
    rowOf(['Bench', 'Work', 'Figure', 'Ratio', 'Bar']),
    rowOf(Array(5).fill('---')),
    ...rows,
  ].join('\n')
}

function sectionOf({ bench, tables, stolen, minutes, failed }: Section): string {
  const about = `Other machines of the host took ${stolen} % of the processors' time; ${minutes.toFixed(1)} minutes.`
  const blocks = tables.map(({ about, figures }) =>
    [...(about ? [`${about}:`, ''] : []), ...tableOf(figures)].join('\n'),
  )
  return [`## ${bench}`, about, ...(failed ? [`**Failed**: ${failed}`] : []), ...blocks].join('\n\n')
}

const columns: [name: string, of: (figure: Figure) => string | undefined][] = [
  ['', ({ work }) => work],
  ['Figure', ({ figure }) => figure],
  ['n', ({ n, spread }) => (n === undefined ? undefined : [n, spread].filter(Boolean).join(': '))],
  ['CPU, Node + PostgreSQL', ({ cpu }) => cpu],
  ['Floor', ({ floor }) => floor],
  ['Ratio', ({ ratio }) => ratio],
  ['Bar', ({ bar }) => bar && (bar.missed ? `**missed**: ${bar.text}` : bar.text)],
  ['Machine, ms', ({ calibration }) => calibration && machineOf(calibration)],
]

/** Leaves out columns that no row fills. */
function tableOf(figures: readonly Figure[]): string[] {
  const shown = columns.filter(([name, of]) => name === '' || figures.some((figure) => of(figure)))
  const rows = figures.map((figure) => rowOf(shown.map(([, of]) => of(figure) ?? '')))
  return [rowOf(shown.map(([name]) => name)), rowOf(shown.map(() => '---')), ...rows]
}

const machineOf = ({ before, after, steady }: NonNullable<Figure['calibration']>) =>
  `${steady ? '' : '**unsteady**: '}${before.toFixed(0)}, ${after.toFixed(0)}`

const rowOf = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function machine(): string {
  const [first, ...others] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${others.length + 1} cores of ${first?.model.trim() || 'an unknown processor'}, ${memory} GiB`
}
